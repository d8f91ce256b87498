# Writes OUT, one C++ string: "commit, compiler, build type". Rewritten only when it changes.
cmake_minimum_required(VERSION 3.25)
set(commit "no git")
execute_process(COMMAND git -C ${SOURCE} describe --always --dirty --abbrev=12
  OUTPUT_VARIABLE described OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
if(NOT failed)
  set(commit "${described}")
endif()
file(CONFIGURE OUTPUT ${OUT} CONTENT "\"@commit@, @COMPILER@, @TYPE@\"\n" @ONLY)
