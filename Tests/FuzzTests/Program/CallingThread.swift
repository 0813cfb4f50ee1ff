/// Runs a task at once, on the thread that starts it: libFuzzer's, which knows what it ran when it crashes.
final class CallingThread: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
        UnownedJob(job).runSynchronously(on: asUnownedTaskExecutor())
    }
}
