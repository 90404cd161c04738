include "ringc/Diag/DiagBase.td"

def warn_plugin_zebra : Warning<"zebra", "%0 stripes">;
