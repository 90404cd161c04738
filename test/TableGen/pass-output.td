// If this fails, a pass's options don't get from -passes into its struct.
// RUN: ringc-tblgen -gen-pass -I %ringc_include %s | FileCheck %s

include "ringc/Pass/PassBase.td"

// CHECK: #ifdef GEN_PASS_DECLS
// CHECK: enum class DoubleSecondHalf { AsProfile, Reverse };
// CHECK: struct DoubleOptions {
// CHECK: DoubleSecondHalf SecondHalf = DoubleSecondHalf::AsProfile;
// CHECK: int Limit = -1;
// CHECK: bool Strict = true;
// CHECK: std::string Names = "a:b";
// CHECK: };
// CHECK: llvm::Expected<DoubleOptions> parseDoubleOptions(const PassArguments &Args);
// CHECK: std::unique_ptr<FabricPass> createDoublePass(const DoubleOptions &Options);
// CHECK: PassInfo getDoubleInfo();
// CHECK: #ifdef GEN_PASS_DEFS
// CHECK: option 'second-half' of pass 'double' must be one of as-profile, reverse, not '
// CHECK: option 'limit' of pass 'double' must be a number from -1 to 32, not '
// CHECK: option 'strict' of pass 'double' must be true or false, not '
// CHECK: option 'names' of pass 'double' must be text without ',', '{' and '}', not '
// CHECK: pass 'double' has no option '") + Key + "'; it has second-half, limit, strict, names");
// CHECK: {"second-half", "enum", "as-profile|reverse", "as-profile", "what the second half is"},
// CHECK: {"names", "text", "", "a:b", "which ones"},
// CHECK: Info.Requires = PhaseSet{Phase::Gathered};
// CHECK: Info.Establishes = PhaseSet{Phase::Stitched, Phase::Rings};
def Double : Pass<"double", "use each channel twice"> {
  let Requires = [Gathered];
  let Establishes = [Stitched, Rings];
  let Options = [EnumOption<"second-half", ["as-profile", "reverse"],
                            "as-profile", "what the second half is">,
                 IntOption<"limit", -1, -1, 32, "at most so many; -1 is no limit">,
                 BoolOption<"strict", 1, "refuse more">,
                 TextOption<"names", "a:b", "which ones">];
}

// CHECK: llvm::Expected<BareOptions> parseBareOptions(const PassArguments &Args) {
// CHECK-NEXT: if (!Args.empty())
// CHECK: pass 'bare' has no option '
def Bare : Pass<"bare", "has no options"> {
  let Establishes = [Rings];
}
