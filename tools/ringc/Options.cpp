//===- Options.cpp - The flags of ringc -----------------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Flags as in opt and lld, through llvm::cl. Names and numbers that only make
// sense together are checked by the driver; here is what one flag alone can
// tell.
//
//===----------------------------------------------------------------------===//

#include "Options.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/StringSaver.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace ringc;

static cl::OptionCategory General("Compiling");
static cl::OptionCategory Watching("Watching passes");
static cl::OptionCategory Testing("Testing");

namespace {

/// A number from 1 to some limit.
class CountParser : public cl::parser<unsigned> {
public:
  CountParser(cl::Option &O, unsigned Most)
      : cl::parser<unsigned>(O), Most(Most) {}
  bool parse(cl::Option &O, StringRef ArgName, StringRef Arg, unsigned &Value) {
    if (!Arg.getAsInteger(10, Value) && Value >= 1 && Value <= Most)
      return false;
    return O.error("'" + Arg + "' is not a number from 1 to " + Twine(Most));
  }

private:
  unsigned Most;
};

/// `on` or `off`; `1`, `0`, `true`, `false` and nothing mean the same.
class SwitchParser : public cl::parser<bool> {
public:
  explicit SwitchParser(cl::Option &O) : cl::parser<bool>(O) {}
  bool parse(cl::Option &O, StringRef ArgName, StringRef Arg, bool &Value) {
    if (Arg.empty() || Arg == "on" || Arg == "true" || Arg == "1") {
      Value = true;
      return false;
    }
    Value = false;
    if (Arg == "off" || Arg == "false" || Arg == "0")
      return false;
    return O.error("'" + Arg + "' is neither 'on' nor 'off'");
  }
  StringRef getValueName() const override { return "on|off"; }
};

/// Most nodes and most threads.
struct NodesParser : CountParser {
  explicit NodesParser(cl::Option &O) : CountParser(O, MaxNumNodes) {}
};
struct LogicalSizeParser : CountParser {
  explicit LogicalSizeParser(cl::Option &O) : CountParser(O, 2) {}
};
struct ThreadsParser : CountParser {
  explicit ThreadsParser(cl::Option &O) : CountParser(O, 1024) {}
};

} // namespace

static cl::list<std::string> Inputs(cl::Positional, cl::desc("INPUT..."),
                                    cl::cat(General));
static cl::opt<unsigned, false, NodesParser>
    Nodes("nodes", cl::value_desc("N"), cl::cat(General),
          cl::desc("Repeat the last input up to N nodes"));
static cl::list<std::string>
    Emit("emit", cl::CommaSeparated, cl::value_desc("KIND,..."),
         cl::cat(General),
         cl::desc("What to write (default: wiring; ring after "
                  "-until-*); -emit=help lists all"));
static cl::opt<std::string>
    Output("o", cl::value_desc("FILE"), cl::cat(General),
           cl::desc("Where to write: a file, a folder with / at its end, or - "
                    "for standard output"));
static cl::opt<std::string>
    Linker("fuse-ld", cl::value_desc("PATH"), cl::cat(General),
           cl::desc("The linker for -emit=so (default: ld.lld)"));
static cl::opt<std::string>
    Platform("platform", cl::value_desc("NAME"), cl::cat(General),
             cl::desc("A built-in Neuron machine instead of a file; "
                      "-platform=help lists them"));
static cl::opt<unsigned, false, NodesParser>
    Cores("cores", cl::value_desc("N"), cl::cat(General),
          cl::desc("With -platform: logical cores in use of each server"));
static cl::opt<unsigned, false, LogicalSizeParser>
    LogicalSize("lnc", cl::value_desc("1|2"), cl::cat(General),
                cl::desc("With -platform: physical cores in a logical one"));
static cl::opt<unsigned, false, NodesParser>
    Nets("nets", cl::value_desc("N"), cl::cat(General),
         cl::desc("With -platform: NICs present"));
static cl::opt<std::string>
    Pod("pod", cl::value_desc("x4|x2h|x2v|x1"), cl::cat(General),
        cl::desc("With -platform: which servers of an UltraServer work "
                 "together"));
static cl::list<std::string>
    Groups("group", cl::value_desc("R,R,..."), cl::cat(General),
           cl::desc("With -platform: check that a replica group can be wired"));
static cl::opt<bool, false, SwitchParser> VerifyTopology(
    "verify-topology", cl::init(true), cl::cat(General),
    cl::desc(
        "Device counts must be those of the Neuron machine (default: on)"));
static cl::opt<unsigned>
    Rank("rank", cl::value_desc("R"), cl::cat(General),
         cl::desc("One rank's view (json, wiring, nccl-log)"));
static cl::opt<std::string>
    Graph("graph", cl::value_desc("FILE"), cl::cat(General),
          cl::desc("Take the channels from an NCCL graph file"));
static cl::opt<std::string>
    ProfileName("profile", cl::init("auto"), cl::value_desc("NAME"),
                cl::cat(General),
                cl::desc("Whose rules; -version lists them (default: auto)"));
static cl::opt<unsigned, false, ThreadsParser>
    Threads("j", cl::init(1), cl::Prefix, cl::value_desc("N"), cl::cat(General),
            cl::desc("Threads; the output doesn't depend on it"));
static cl::list<std::string>
    Warnings("W", cl::Prefix, cl::value_desc("[no-]NAME"), cl::cat(General),
             cl::desc("Turn a warning on or off; -Werror[=NAME] makes it an "
                      "error"));

static cl::opt<std::string> Passes(
    "passes", cl::init("default"), cl::value_desc("a,b{opt=v},c"),
    cl::cat(Watching),
    cl::desc("The passes to run; 'default' stands for the shipped ones"));
static cl::list<std::string>
    PrintAnalyses("print-analysis", cl::CommaSeparated,
                  cl::value_desc("NAME,..."), cl::cat(Watching),
                  cl::desc("Print what analyses of plug-ins find at the end"));
// Loaded before the others are parsed: see findPlugins().
static cl::list<std::string> LoadPassPlugin("load-pass-plugin",
                                            cl::value_desc("FILE"),
                                            cl::cat(Watching),
                                            cl::desc("Load a plug-in"));
static cl::opt<bool> PrintPasses("print-passes", cl::cat(Watching),
                                 cl::desc("List all passes"));
static cl::opt<std::string>
    UntilAfter("until-after", cl::value_desc("PHASE"), cl::cat(Watching),
               cl::desc("Stop when the phase is established"));
static cl::opt<std::string>
    UntilBefore("until-before", cl::value_desc("PHASE"), cl::cat(Watching),
                cl::desc("Stop before the phase is established"));
static cl::list<std::string>
    PrintBefore("print-before", cl::CommaSeparated, cl::value_desc("PASS,..."),
                cl::cat(Watching), cl::desc("Print the IR before the passes"));
static cl::list<std::string>
    PrintAfter("print-after", cl::CommaSeparated, cl::value_desc("PASS,..."),
               cl::cat(Watching), cl::desc("Print the IR after the passes"));
static cl::opt<bool> PrintBeforeAll("print-before-all", cl::cat(Watching),
                                    cl::desc("Print the IR before each pass"));
static cl::opt<bool> PrintAfterAll("print-after-all", cl::cat(Watching),
                                   cl::desc("Print the IR after each pass"));
static cl::opt<bool>
    PrintChanged("print-changed", cl::cat(Watching),
                 cl::desc("Print the IR after each pass that changed it"));
static cl::opt<bool, false, SwitchParser>
    VerifyEach("verify-each", cl::init(true), cl::cat(Watching),
               cl::desc("Verify after each pass, not only at the end; off "
                        "trusts them (default: on)"));
static cl::opt<bool> TimePasses("time-passes", cl::cat(Watching),
                                cl::desc("Time each pass"));
static cl::opt<bool> TimeTrace("time-trace", cl::cat(Watching),
                               cl::desc("Write a time trace, STEM.time-trace"));
static cl::opt<std::string>
    TimeTraceFile("time-trace-file", cl::value_desc("FILE"), cl::cat(Watching),
                  cl::desc("Write the time trace there"));
static cl::opt<std::string>
    RemarksFilter("pass-remarks", cl::value_desc("REGEX"), cl::cat(Watching),
                  cl::desc("Print why passes decided what they did"));
static cl::opt<std::string>
    RemarksOutput("pass-remarks-output", cl::value_desc("FILE"),
                  cl::cat(Watching), cl::desc("Write all remarks as YAML"));

static cl::opt<bool>
    SplitInputFile("split-input-file", cl::cat(Testing),
                   cl::desc("Compile the parts between '// -----' one by one"));
static cl::opt<bool> VerifyDiagnostics(
    "verify-diagnostics", cl::cat(Testing),
    cl::desc("Check messages against expected-error etc. in the input"));
static cl::opt<bool>
    VerifyRoundtrip("verify-roundtrip", cl::cat(Testing),
                    cl::desc("Check that what is printed can be read back"));

/// -color decides; else a terminal has colours unless the user wants none.
static bool wantsColor() {
  const StringMap<cl::Option *> &All = cl::getRegisteredOptions();
  const auto Color = All.find("color");
  if (Color != All.end() && Color->second->getNumOccurrences())
    return WithColor::defaultAutoDetectFunction()(errs());
  return errs().is_displayed() && !std::getenv("NO_COLOR");
}

static void fill(DriverOptions &O) {
  O.Inputs = Inputs;
  O.NumNodes = Nodes;
  O.Emit = Emit;
  O.Output = Output;
  O.Link.Linker = Linker;
  if (Rank.getNumOccurrences())
    O.Rank = Rank;
  O.Platform = Platform;
  O.Part = {Cores, LogicalSize, Nets, neuron::podMode(Pod.getValue()),
            VerifyTopology};
  O.Groups = Groups;
  O.GraphFile = Graph;
  O.Profile = ProfileName;
  O.Threads = Threads;
  O.WarningOptions = Warnings;
  O.Passes = Passes;
  O.UntilAfter = UntilAfter;
  O.UntilBefore = UntilBefore;
  O.PrintBefore = PrintBefore;
  O.PrintAfter = PrintAfter;
  O.PrintBeforeAll = PrintBeforeAll;
  O.PrintAfterAll = PrintAfterAll;
  O.PrintChanged = PrintChanged;
  O.VerifyEach = VerifyEach;
  O.PrintAnalyses = PrintAnalyses;
  O.TimePasses = TimePasses;
  O.TimeTrace = TimeTrace;
  O.TimeTraceFile = TimeTraceFile;
  O.RemarksFilter = RemarksFilter;
  O.RemarksOutput = RemarksOutput;
  O.SplitInputFile = SplitInputFile;
  O.VerifyDiagnostics = VerifyDiagnostics;
  O.VerifyRoundtrip = VerifyRoundtrip;
  O.Color = wantsColor();
}

std::vector<std::string> ringc::findPlugins(int Argc, const char *const *Argv) {
  SmallVector<const char *, 16> Args(Argv + 1, Argv + Argc);
  BumpPtrAllocator Memory;
  StringSaver Saver(Memory);
  cl::ExpandResponseFiles(Saver, cl::TokenizeGNUCommandLine, Args);
  std::vector<std::string> Files;
  for (size_t I = 0; I < Args.size(); ++I) {
    StringRef Arg = Args[I] ? Args[I] : "";
    if (Arg == "--")
      break;
    if (!Arg.consume_front("--load-pass-plugin") &&
        !Arg.consume_front("-load-pass-plugin"))
      continue;
    if (Arg.consume_front("="))
      Files.push_back(Arg.str());
    else if (Arg.empty() && I + 1 < Args.size())
      Files.push_back(Args[++I]);
  }
  return Files;
}

std::optional<CommandLine>
ringc::parseCommandLine(int Argc, const char *const *Argv, raw_ostream &Err) {
  // LLVM's own flags stay out of -help.
  cl::HideUnrelatedOptions(
      {&General, &Watching, &Testing, &getColorCategory()});
  std::string Errors;
  raw_string_ostream Stream(Errors);
  if (!cl::ParseCommandLineOptions(
          Argc, Argv, "ringc: from accelerator topologies to ring wiring\n",
          &Stream)) {
    // LLVM begins each with the program's name and doesn't call it an error.
    for (StringRef Line : split(StringRef(Errors).rtrim('\n'), '\n')) {
      const bool Begins = Line.consume_front("ringc: ");
      Err << (Begins ? "ringc: error: " : "") << Line << '\n';
    }
    return std::nullopt;
  }
  // An empty value is a variable that wasn't set, not a wish.
  for (const cl::opt<std::string> *O :
       {&Output, &Linker, &Graph, &UntilAfter, &UntilBefore, &RemarksFilter,
        &RemarksOutput, &TimeTraceFile})
    if (O->getNumOccurrences() && O->empty()) {
      Err << "ringc: error: -" << O->ArgStr << " needs a value\n";
      return std::nullopt;
    }
  if (Pod.getNumOccurrences() &&
      !neuron::isUltraServerMode(neuron::podMode(Pod.getValue()))) {
    Err << "ringc: error: -pod takes 'x4', 'x2h', 'x2v' or 'x1', not '" << Pod
        << "'\n";
    return std::nullopt;
  }
  CommandLine Line;
  fill(Line.Options);
  if (PrintPasses)
    Line.Asked = Question::Passes;
  else if (Platform == "help")
    Line.Asked = Question::Machines;
  else if (Emit.size() == 1 && Emit.front() == "help")
    Line.Asked = Question::Kinds;
  return Line;
}
