import { readdirSync, readFileSync } from 'node:fs';

/** Milliseconds per clock tick in /proc. */
const TICK_MS = 10;

/** Processor time of processes so far, in milliseconds by their number. Empty where the system has no /proc. */
export type Spent = ReadonlyMap<number, number>;

/** What was spent between two looks, in milliseconds. Processes that have ended in between do not count. */
export function spentBetween(from: Spent, to: Spent): number {
  return [...to].reduce((sum, [pid, ms]) => sum + ms - (from.get(pid) ?? 0), 0);
}

/** Processor time of processes and their descendants. */
export function spentByTrees(roots: readonly number[]): Spent {
  const all = processes();
  const below = (parent: number): Stat[] =>
    all.filter((each) => each.parent === parent).flatMap((child) => [child, ...below(child.pid)]);
  const found = all.filter(({ pid }) => roots.includes(pid)).flatMap((root) => [root, ...below(root.pid)]);
  return new Map(found.map(({ pid, cpuMs }) => [pid, cpuMs]));
}

/** Processor time of the sessions of a database, without the server's own work for all databases. @param database its name */
export function spentByDatabase(database: string): Spent {
  const isSession = (pid: number) => new RegExp(`^postgres: (?!autovacuum)\\S+ ${database} `).test(titleOf(pid));
  return new Map(processes().flatMap(({ pid, cpuMs }) => (isSession(pid) ? [[pid, cpuMs] as const] : [])));
}

interface Stat {
  readonly pid: number;
  readonly parent: number;
  readonly cpuMs: number;
}

function processes(): readonly Stat[] {
  return readAll('/proc').flatMap((name) => (/^\d+$/.test(name) ? (statOf(Number(name)) ?? []) : []));
}

/** Null: the process has ended. */
function statOf(pid: number): Stat | null {
  const afterName = textOf(`/proc/${pid}/stat`)
    .replace(/^.*\) /s, '')
    .split(' ')
    .map(Number);
  const [parent, user, system] = [afterName[1], afterName[11], afterName[12]];
  if (parent === undefined || user === undefined || system === undefined) return null;
  return { pid, parent, cpuMs: (user + system) * TICK_MS };
}

const titleOf = (pid: number) => textOf(`/proc/${pid}/cmdline`);

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function readAll(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
