import { readdirSync, readFileSync } from 'node:fs';

/** Megabytes that a process and all that it has started take, each shared page counted by its share. */
export function treeMb(pid: number): number {
  return [pid, ...descendants(pid)].reduce((sum, each) => sum + field(`/proc/${each}/smaps_rollup`, 'Pss'), 0);
}

/** The most megabytes that one process has ever had at once. */
export function peakMb(pid: number): number {
  return field(`/proc/${pid}/status`, 'VmHWM');
}

/** In megabytes; 0 where there is no such process, or no such file on this system. */
function field(file: string, name: string): number {
  try {
    const kilobytes = new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(readFileSync(file, 'utf8'))?.[1];
    return Number(kilobytes ?? 0) / 1_024;
  } catch {
    return 0;
  }
}

function descendants(pid: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const parent = readFileSync(`/proc/${name}/stat`, 'utf8')
          .replace(/^.*\) /s, '')
          .split(' ')[1];
        return [{ pid: Number(name), parent: Number(parent) }];
      } catch {
        return [];
      }
    });
  const below = (of: number): number[] =>
    parents.filter(({ parent }) => parent === of).flatMap((child) => [child.pid, ...below(child.pid)]);
  return below(pid);
}
