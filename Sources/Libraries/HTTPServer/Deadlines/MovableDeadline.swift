import NIOCore

/// A time by which something must have happened, on one event loop.
///
/// If the deadline moves to later, the event loop's timer stays and checks again when it fires. So a connection that
/// serves many requests, each of which moves the deadline twice, rarely changes the loop's timers.
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
    func set(_ time: TimeAmount) {
        let due = clock.now + time
        self.due = due
        if let timer, timer.due <= due { return }
        timer?.task.cancel()
        schedule(due)
    }

    func clear() {
        due = nil
    }

    /// Releases the event loop's timer.
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
