import { readdirSync, readFileSync } from 'node:fs';

/** Milliseconds per clock tick in /proc. */
const TICK_MS = 10;

interface Stat {
  readonly pid: number;
  readonly parent: number;
  /** CPU time of the process and of its children that have ended. */
  readonly cpuMs: number;
}

/** Null: the process has ended, or the system has no /proc. */
function statOf(pid: number): Stat | null {
  try {
    const afterName = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
      .map(Number);
    const ticks = afterName.slice(11, 15).reduce((sum, each) => sum + each, 0);
    return { pid, parent: afterName[1] ?? 0, cpuMs: ticks * TICK_MS };
  } catch {
    return null;
  }
}

/** A process and its descendants; empty if it has ended or the system has no /proc. */
export function processTree(pid: number): readonly Stat[] {
  const root = statOf(pid);
  if (root === null) return [];
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (statOf(Number(name)) ?? []) : []));
  const below = (parent: number): Stat[] =>
    all.filter((each) => each.parent === parent).flatMap((child) => [child, ...below(child.pid)]);
  return [root, ...below(pid)];
}
