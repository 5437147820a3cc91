import { fork } from 'node:child_process';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { productFolder } from './ui/product-folder.ts';

/** A process that ended without a result. */
export class ChildEnded extends Error {
  override readonly name = 'ChildEnded';
  constructor(
    program: string,
    readonly by: NodeJS.Signals | number | null,
  ) {
    super(`the process ${program} ended with ${by}`);
  }
}

interface ChildOptions<Report> {
  /** Maximum heap. Above it, the process ends and the server continues. */
  readonly heapMb: number;
  /** It is killed after this time, and when the signal aborts. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  /** Default: empty, so that the process has no secrets. */
  readonly env?: NodeJS.ProcessEnv;
  readonly onReport?: (report: Report) => void;
}

/**
 * Runs a task in a process of its own, so that a crash or a full heap affects no other work, and its memory is freed afterwards.
 * The task is the only message to it. It answers by messages, or on its standard output, and ends with 0.
 * @param program of dist/server; it calls `runTask`
 * @returns `ended` rejects with ChildEnded, AbortError, or the reason why the process did not start
 */
export function startChild<Report>(program: string, task: object, options: ChildOptions<Report>) {
  const { heapMb, timeoutMs, signal, env = {}, onReport = () => {} } = options;
  const child = fork(join(productFolder(), `dist/server/${program}.js`), {
    execArgv: [`--max-old-space-size=${heapMb}`],
    env,
    serialization: 'advanced',
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    killSignal: 'SIGKILL',
    ...(timeoutMs && { timeout: timeoutMs }),
    ...(signal && { signal }),
  });
  child.on('message', onReport as (report: unknown) => void);
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, by) => (code === 0 ? resolve() : reject(new ChildEnded(program, by ?? code))));
  });
  child.send(task);
  return { output: child.stdout as Readable, ended };
}

/**
 * A report gets a third of the time of a process that answers requests on a busy processor. At 10 it would get a tenth, and a
 * report of seconds would take minutes.
 */
const NICENESS = 5;

/** For the program of a child whose work may take seconds. */
export const lowerPriority = () => setPriority(NICENESS);

/** For the program of a child: runs its task, and ends. */
export function runTask<Task, Report = never>(
  work: (task: Task, report: (report: Report) => Promise<void>) => Promise<void>,
): void {
  // No other process would stop this one.
  process.on('disconnect', () => process.exit(1));
  const report = (message: Report) => new Promise<void>((sent) => process.send?.(message, () => sent()));
  process.once('message', (task: Task) => {
    work(task, report).then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  });
}
