import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** An unknown start time; equal to every other one. */
const UNKNOWN = 'unknown';

/**
 * When a process started, in the system's own terms: with the pid it names a process for good, because pids are used
 * again. Undefined for a process that does not exist or is a zombie.
 */
export function processStartTime(pid: number): string | undefined {
  return process.platform === 'linux' ? startTimeFromProc(pid) : startTimeFromPs(pid);
}

export function isSameProcess(pid: number, startTime: string): boolean {
  const now = processStartTime(pid);
  return now !== undefined && (now === startTime || now === UNKNOWN || startTime === UNKNOWN);
}

function startTimeFromProc(pid: number): string | undefined {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  } catch {
    // Either it is gone, or /proc hides the processes of others.
    return answersToSignals(pid) ? UNKNOWN : undefined;
  }
  // The name, in parentheses, may itself hold spaces and parentheses.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19];
}

function startTimeFromPs(pid: number): string | undefined {
  const answer = spawnSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { encoding: 'utf8' });
  if (answer.error) return answersToSignals(pid) ? UNKNOWN : undefined;
  const [state = '', ...started] = answer.stdout.trim().split(/\s+/);
  return state === '' || state.startsWith('Z') ? undefined : started.join(' ');
}

/** Whether a process with this id exists, owned by any user. */
export function answersToSignals(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
