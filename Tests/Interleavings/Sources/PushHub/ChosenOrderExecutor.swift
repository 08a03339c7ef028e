import Synchronization

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// An executor that keeps its jobs until one of them is chosen to run.
///
/// All of them run on the thread that chooses. What leaves the main actor, such as a `@concurrent`
/// function or a continuation that is resumed, goes through the global executor, whose threads would
/// run it at any time; so that such jobs do not leave the thread, they are caught on the way. No job
/// needs a task executor's preference for that, which tasks without a parent do not inherit.
public final class ChosenOrderExecutor: SerialExecutor, TaskExecutor {
  private struct Job {
    let job: UnownedJob
    let isOffActor: Bool
  }

  private struct State {
    var jobs: [Job] = []
    var passing: [UnownedJob] = []
    var keepsPassing = false
  }

  private let state = Mutex(State())
  private let chooser = Mutex<pthread_t?>(nil)
  private let turn = Mutex(())

  /// How many jobs could run now.
  public var count: Int { state.withLock { $0.jobs.count } }

  /// Keeps a job.
  public func enqueue(_ job: consuming ExecutorJob) {
    precondition(isHere, "a job came from a thread that does not choose")
    let job = Job(job: UnownedJob(job), isOffActor: false)
    state.withLock { $0.jobs.append(job) }
  }

  /// Runs one of the jobs that could run, until it ends or suspends.
  public func run(at index: Int) {
    let job = state.withLock { $0.jobs.remove(at: index) }
    if job.isOffActor {
      unsafe job.job.runSynchronously(on: asUnownedTaskExecutor())
    } else {
      unsafe job.job.runSynchronously(on: asUnownedSerialExecutor())
    }
    while let job = state.withLock({ $0.passing.popLast() }) {
      unsafe job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }

  /// Assumes that the caller is the one who chooses.
  public func checkIsolated() {}

  /// Makes the calling thread the one that chooses, for the length of a call; one at a time does.
  ///
  /// - Parameter choosesOffActor: Whether what runs off the main actor is a job to choose too. If not,
  ///   it runs right behind the job that it comes from, which is as good where it only passes by.
  public func choosing(offActor choosesOffActor: Bool, _ body: () -> Void) {
    turn.withLock { _ in choose(offActor: choosesOffActor, body) }
  }

  private func choose(offActor choosesOffActor: Bool, _ body: () -> Void) {
    chooser.withLock { $0 = pthread_self() }
    state.withLock { $0.keepsPassing = choosesOffActor }
    GlobalExecutorHook.set { job, original in
      guard MainActor.executor.isHere else { return original(job) }
      MainActor.executor.keep(job)
    }
    body()
    GlobalExecutorHook.set(nil)
    chooser.withLock { $0 = nil }
  }

  private func keep(_ job: UnownedJob) {
    state.withLock { state in
      if state.keepsPassing {
        state.jobs.append(Job(job: job, isOffActor: true))
      } else {
        state.passing.append(job)
      }
    }
  }

  private var isHere: Bool { chooser.withLock { $0 == pthread_self() } }
}

/// The runtime's own hook for jobs on their way to the global executor.
private enum GlobalExecutorHook {
  typealias Original = @convention(thin) (UnownedJob) -> Void
  typealias Hook = @convention(thin) (UnownedJob, Original) -> Void

  static func set(_ hook: Hook?) {
    let symbol = unsafe dlsym(dlopen(nil, RTLD_LAZY), "swift_task_enqueueGlobal_hook")
    unsafe symbol?.assumingMemoryBound(to: Hook?.self).pointee = hook
  }
}
