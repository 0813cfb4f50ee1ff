import NIOCore

/// A time by which something must have happened, on one event loop.
///
/// Moving it to later leaves the loop's own timer where it is, which looks again when it goes off: a connection that
/// serves one request after the other moves its deadline twice a request, and nearly never touches the loop's timers.
final class MovableDeadline {
    private let loop: NIOIsolatedEventLoop
    private let clock: any EventLoop
    private let whenPassed: () -> Void
    private var due: NIODeadline?
    private var timer: (due: NIODeadline, task: Scheduled<Void>)?

    /// A deadline that isn't set.
    ///
    /// Call it, and all else, on the loop.
    init(on loop: any EventLoop, whenPassed: @escaping () -> Void) {
        self.loop = loop.assumeIsolated()
        clock = loop
        self.whenPassed = whenPassed
    }

    var isSet: Bool { due != nil }

    /// Sets it, whether or not it was set, to a time from now.
    func set(_ duration: Duration) {
        let due = clock.now + TimeAmount(duration)
        self.due = due
        if let timer, timer.due <= due { return }
        timer?.task.cancel()
        schedule(due)
    }

    func clear() {
        due = nil
    }

    /// Lets go of the loop's timer.
    func cancel() {
        due = nil
        timer?.task.cancel()
        timer = nil
    }

    private func schedule(_ due: NIODeadline) {
        timer = (due, loop.scheduleTask(deadline: due) { self.look() })
    }

    private func look() {
        timer = nil
        guard let due else { return }
        guard due <= clock.now else { return schedule(due) }
        self.due = nil
        whenPassed()
    }
}
