import { processTree } from './process-tree.ts';

/** CPU time of a process and its descendants so far, in milliseconds; 0 if the system does not report it. */
export function cpuMsOf(pid: number): number {
  return processTree(pid).reduce((sum, { cpuMs }) => sum + cpuMs, 0);
}
