import { readFileSync } from 'node:fs';
import { processTree } from './process-tree.ts';

/** Memory of a process and its descendants in megabytes; each shared page is divided among its processes (PSS). */
export function treeMb(pid: number): number {
  return processTree(pid).reduce((sum, each) => sum + field(`/proc/${each.pid}/smaps_rollup`, 'Pss'), 0);
}

/** Peak resident memory of one process in megabytes. */
export function peakMb(pid: number): number {
  return field(`/proc/${pid}/status`, 'VmHWM');
}

/** In megabytes; 0 if the process has ended or the system has no such file. */
function field(file: string, name: string): number {
  try {
    const kilobytes = new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(readFileSync(file, 'utf8'))?.[1];
    return Number(kilobytes ?? 0) / 1_024;
  } catch {
    return 0;
  }
}
