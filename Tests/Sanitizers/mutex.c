// Tells ThreadSanitizer when Swift's Mutex waits.
//
// Mutex's quick way, without a wait, is inlined where it is used, so that the sanitizer sees its atomics. The slow ways are in the
// runtime's library, which isn't instrumented: whatever one thread did before it let go would be a race with what the next one does.
// These call the runtime's own functions and say in the terms of atomics what they did. Tests/sanitize links them into the tests.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))

// Synchronization._MutexHandle._lockSlow(UInt32), ._tryLockSlow() and ._unlockSlow().
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

typedef _Atomic(uint32_t) Word;
typedef SWIFT void (*Lock)(uint32_t, SELF Word *);
typedef SWIFT bool (*TryLock)(SELF Word *);
typedef SWIFT void (*Unlock)(SELF Word *);

SWIFT void lock(uint32_t thread, SELF Word *word) __asm__(LOCK);
SWIFT void lock(uint32_t thread, SELF Word *word) {
    ((Lock)dlsym(RTLD_NEXT, LOCK))(thread, word);
    (void)atomic_load_explicit(word, memory_order_acquire);
}

SWIFT bool try_lock(SELF Word *word) __asm__(TRY_LOCK);
SWIFT bool try_lock(SELF Word *word) {
    bool is_locked = ((TryLock)dlsym(RTLD_NEXT, TRY_LOCK))(word);
    if (is_locked) (void)atomic_load_explicit(word, memory_order_acquire);
    return is_locked;
}

SWIFT void unlock(SELF Word *word) __asm__(UNLOCK);
SWIFT void unlock(SELF Word *word) {
    // Adds nothing: the word stays as it is for the kernel.
    atomic_fetch_or_explicit(word, 0, memory_order_release);
    ((Unlock)dlsym(RTLD_NEXT, UNLOCK))(word);
}
