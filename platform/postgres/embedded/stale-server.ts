import { readFileSync, readlinkSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { systemTimers } from '../../time/timers.ts';
import { answersToSignals, processStartTime } from './process-info.ts';

/** The pid file of a running server. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  /** Null: it listens on loopback alone. */
  readonly socketFolder: string | null;
}

export function readPostmaster(clusterDir: string): Postmaster | undefined {
  try {
    const lines = readFileSync(path.join(clusterDir, 'postmaster.pid'), 'utf8').split('\n');
    const [pid, port, socketFolder] = [Number(lines[0]), Number(lines[3]), lines[4] || null];
    return Number.isInteger(pid) && pid > 1 ? { pid, port, socketFolder } : undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Whether that pid is a server on this very folder, and not a newer process that got the number, or a zombie. */
function serves(pid: number, clusterDir: string): boolean {
  if (processStartTime(pid) === undefined) return false;
  if (process.platform !== 'linux') return true;
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(clusterDir);
  } catch {
    // A process of another user is not our server.
    return false;
  }
}

/** Above every limit that a kernel sets. */
const UNUSED_PID = 2 ** 30;

/**
 * A server does not start while the pid that the last one left answers to signals, be it a stranger's or a zombie's.
 * The file stays, because it also names the memory by which sessions that outlived their server are found.
 */
function disownPid(clusterDir: string, pid: number): void {
  const file = path.join(clusterDir, 'postmaster.pid');
  const [first, ...rest] = readFileSync(file, 'utf8').split('\n');
  if (first === String(pid)) writeFileSync(file, [UNUSED_PID, ...rest].join('\n'));
}

/**
 * Stops a server that has outlived its owner. Only for the holder of the folder's lock: no owner is alive then.
 * Escalation: wait for its watchdog, then a fast shutdown, then an immediate one. All keep committed data.
 */
export async function stopStaleServer(clusterDir: string, patienceMs = 2_000): Promise<void> {
  const server = readPostmaster(clusterDir);
  // A full disk or a power cut leaves the file empty, and no server starts beside such a file.
  if (!server) return rmSync(path.join(clusterDir, 'postmaster.pid'), { force: true });
  if (!serves(server.pid, clusterDir)) {
    if (answersToSignals(server.pid)) disownPid(clusterDir, server.pid);
    return;
  }
  const steps = [
    [undefined, patienceMs],
    ['SIGINT', 20_000],
    ['SIGQUIT', 5_000],
  ] as const;
  for (const [signal, waitMs] of steps) {
    if (signal) send(server.pid, signal);
    for (let waited = 0; waited < waitMs; waited += 20) {
      if (!serves(server.pid, clusterDir)) return;
      await systemTimers.sleep(20);
    }
  }
  throw new Error(`A Postgres server (process ${server.pid}) still runs on ${clusterDir} and does not stop`);
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
