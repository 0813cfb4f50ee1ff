// What ProcessSupport needs of the C library: constructors get the arguments; prctl and syscall take variable arguments,
// which Swift doesn't import; the limits have names of another type on each system; mallopt is an extension of glibc.
#pragma once
#include <stdio.h>
#include <stdlib.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <sys/resource.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

// The arguments of this process, the program's name first; none unless the C library is glibc.
int process_argument_count(void);
// NULL beyond the last.
const char *process_argument(int index);

// 0 where it worked.
static inline int process_forbid_core_dumps(void) {
    struct rlimit none = {0, 0};
    if (setrlimit(RLIMIT_CORE, &none) != 0) return -1;
#ifdef __linux__
    // A core that is piped to a program heeds no limit; and no other process of this user may look into our memory.
    return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
#else
    return 0;
#endif
}

// Whether a core could still be written.
static inline int process_may_dump_core(void) {
    struct rlimit limit = {1, 1};
    getrlimit(RLIMIT_CORE, &limit);
#ifdef __linux__
    return limit.rlim_cur != 0 || prctl(PR_GET_DUMPABLE, 0, 0, 0, 0) != 0;
#else
    return limit.rlim_cur != 0;
#endif
}

// Raises the limit of open files as far as it goes towards a number; the limit as it is then.
static inline unsigned long process_allow_open_files(unsigned long wanted) {
    struct rlimit limit = {0, 0};
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return 0;
    if (limit.rlim_cur < wanted) {
        struct rlimit raised = limit;
        raised.rlim_cur = limit.rlim_max < wanted ? limit.rlim_max : wanted;
        if (setrlimit(RLIMIT_NOFILE, &raised) == 0) limit = raised;
    }
    return (unsigned long)limit.rlim_cur;
}

// The bytes of this process that are in RAM; -1 if the system does not report it.
static inline long process_resident_bytes(void) {
    long pages = -1;
#ifdef __linux__
    FILE *file = fopen("/proc/self/statm", "re");
    if (file == NULL) return -1;
    if (fscanf(file, "%*s %ld", &pages) != 1) pages = -1;
    fclose(file);
#endif
    return pages < 0 ? -1 : pages * sysconf(_SC_PAGESIZE);
}

// The seconds of CPU time that this process has used, in user and system mode.
static inline double process_cpu_seconds(void) {
    struct rusage usage;
    if (getrusage(RUSAGE_SELF, &usage) != 0) return 0;
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
        + (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

// Has memory of 1 MiB and more returned to the system when it is freed. By itself glibc's allocator keeps such memory for
// each thread, once some of it has been freed.
static inline void process_return_large_memory(void) {
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, 1 << 20);
#endif
}

// The processors that the process may run on; 0 if the system doesn't say.
static inline int process_processors(void) {
#ifdef __linux__
    // Room for 8,192, the most that Linux supports.
    unsigned long mask[128] = {0};
    // Not sched_getaffinity, whose type has room for 1,024.
    long bytes = syscall(SYS_sched_getaffinity, 0, sizeof mask, mask);
    int count = 0;
    for (long i = 0; i < bytes / (long)sizeof mask[0]; i++) count += __builtin_popcountl(mask[i]);
    return count;
#else
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count > 0 ? (int)count : 0;
#endif
}
