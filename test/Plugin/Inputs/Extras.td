include "ringc/Diag/DiagBase.td"

def warn_extras_many : Warning<"many-ranks", "the fabric has %0 ranks">;
def err_extras_odd : Error<"server has an odd number of ranks: %0">;
