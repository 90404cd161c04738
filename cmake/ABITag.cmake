# Writes OUT: what a plug-in must have been built with, as a macro. SOURCE is the
# folder of headers, VERSION ringc's. Any change of a header changes the tag.
file(GLOB_RECURSE headers RELATIVE ${SOURCE} ${SOURCE}/ringc/*.h ${SOURCE}/ringc/*.td)
list(SORT headers)
set(all "")
foreach(header ${headers})
  file(SHA256 ${SOURCE}/${header} hash)
  string(APPEND all "${header} ${hash}\n")
endforeach()
string(SHA256 hash "${all}")
string(SUBSTRING ${hash} 0 12 hash)
file(CONFIGURE OUTPUT ${OUT} @ONLY NEWLINE_STYLE UNIX
  CONTENT "#define RINGC_HEADERS_TAG \"ringc-@VERSION@-@hash@\"\n")
