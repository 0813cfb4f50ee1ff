#include "shim.h"

static int argument_count = 0;
static char **argument_texts = NULL;

#ifdef __GLIBC__
// glibc calls constructors with what it calls main with.
__attribute__((constructor)) static void retain_arguments(int count, char **texts) {
    argument_count = count;
    argument_texts = texts;
}
#endif

int process_argument_count(void) { return argument_count; }

const char *process_argument(int index) {
    return index >= 0 && index < argument_count ? argument_texts[index] : NULL;
}
