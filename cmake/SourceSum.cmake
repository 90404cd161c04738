# Writes OUT: a macro MACRO that is PREFIX and the first LENGTH digits of a sum over
# the FILES, which are below ROOT. Called by ringc_sum().
cmake_policy(VERSION 3.25)
set(all "")
foreach(file ${FILES})
  file(SHA256 ${file} hash)
  cmake_path(RELATIVE_PATH file BASE_DIRECTORY ${ROOT})
  string(APPEND all "${file} ${hash}\n")
endforeach()
string(SHA256 hash "${all}")
string(SUBSTRING ${hash} 0 ${LENGTH} hash)
file(CONFIGURE OUTPUT ${OUT} @ONLY NEWLINE_STYLE UNIX
  CONTENT "#define @MACRO@ \"@PREFIX@@hash@\"\n")
