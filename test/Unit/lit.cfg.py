# The unit tests, one lit test each.
import lit.formats

config.name = "ringc-unit"
config.test_source_root = config.ringc_unit_root
config.test_exec_root = config.ringc_unit_root
config.test_format = lit.formats.GoogleTest(".", "Tests")
config.suffixes = []
