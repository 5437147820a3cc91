import { readdirSync, readFileSync } from 'node:fs';

/** Milliseconds of a tick of the clock in /proc. */
const TICK_MS = 10;

interface Stat {
  readonly pid: number;
  readonly parent: number;
  /** Own time, and that of children that have ended. */
  readonly ms: number;
}

/** Null: the process has ended, or the system does not report it. */
function statOf(pid: number): Stat | null {
  try {
    const afterName = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
      .map(Number);
    const ticks = afterName.slice(11, 15).reduce((sum, each) => sum + each, 0);
    return { pid, parent: afterName[1] ?? 0, ms: ticks * TICK_MS };
  } catch {
    return null;
  }
}

/** Processor time of a process and its descendants so far, in milliseconds; 0 where the system does not report it. */
export function cpuMsOf(pid: number): number {
  const own = statOf(pid);
  if (own === null) return 0;
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (statOf(Number(name)) ?? []) : []));
  const below = (of: number): number =>
    all.filter(({ parent }) => parent === of).reduce((sum, child) => sum + child.ms + below(child.pid), 0);
  return own.ms + below(pid);
}
