// libFuzzer comes as a library without a header; Tests/fuzz names it to the linker.
#pragma once
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerRunDriver(int *argument_count, char ***arguments, int (*test)(const uint8_t *bytes, size_t count));
