#include "fuzzer.h"

__attribute__((weak)) int LLVMFuzzerRunDriver(int *argc, char ***argv, fuzzer_check check);

int fuzzer_run(int argc, char **argv, fuzzer_check check) {
  return LLVMFuzzerRunDriver == NULL ? -1 : LLVMFuzzerRunDriver(&argc, &argv, check);
}
