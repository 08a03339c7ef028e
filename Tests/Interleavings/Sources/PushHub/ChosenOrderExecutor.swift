import Synchronization

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// An executor that keeps its jobs until one of them is chosen to run.
///
/// All of them run on the thread that chooses. A continuation that is resumed there goes through the
/// global executor first, to be sent back to the actor from any of its threads, in any order; so
/// that such jobs do not leave the thread, they are caught on the way.
public final class ChosenOrderExecutor: SerialExecutor, TaskExecutor {
  private let jobs = Mutex<[UnownedJob]>([])
  private let passing = Mutex<[UnownedJob]>([])
  private let chooser = Mutex<pthread_t?>(nil)

  /// How many jobs could run now.
  public var count: Int { jobs.withLock { $0.count } }

  /// Keeps a job.
  public func enqueue(_ job: consuming ExecutorJob) {
    precondition(isHere, "a job came from a thread that does not choose")
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
  }

  /// Runs one of the jobs that could run, until it ends or suspends.
  public func run(at index: Int) {
    let job = jobs.withLock { $0.remove(at: index) }
    unsafe job.runSynchronously(on: asUnownedSerialExecutor())
    while let job = passing.withLock({ $0.popLast() }) {
      unsafe job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }

  /// Trusts that whoever asks is the one who chooses.
  public func checkIsolated() {}

  /// Makes the calling thread the one that chooses, for the length of a call.
  public func choosing(_ body: () -> Void) {
    chooser.withLock { $0 = pthread_self() }
    GlobalExecutorHook.set { job, original in
      guard MainActor.executor.isHere else { return original(job) }
      MainActor.executor.passing.withLock { $0.append(job) }
    }
    body()
    GlobalExecutorHook.set(nil)
    chooser.withLock { $0 = nil }
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
