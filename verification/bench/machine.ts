import { availableParallelism, cpus, loadavg, release, totalmem } from 'node:os';
import type { Earlier } from './earlier.ts';

export interface Machine {
  readonly node: string;
  readonly kernel: string;
  readonly cores: number;
  readonly cpu: string;
  readonly memoryGb: number;
  /** Load average of the last minute. */
  readonly load: number;
}

export function machineNow(): Machine {
  return {
    node: process.version,
    kernel: release(),
    cores: availableParallelism(),
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    memoryGb: Math.round(totalmem() / 2 ** 30),
    load: Math.round((loadavg()[0] ?? 0) * 10) / 10,
  };
}

/** One sentence. @param loadAfter load average after the run */
export function describeMachine(
  machine: Machine,
  started: Date,
  seconds: number,
  diskMs: number,
  loadAfter: number,
): string {
  const { cores, cpu, memoryGb, kernel, node, load } = machine;
  return [
    `${started.toISOString().slice(0, 16).replace('T', ' ')} UTC, ${Math.round(seconds / 60)} minutes;`,
    `${cores} cores (${cpu}), ${memoryGb} GB, Linux ${kernel}, Node ${node};`,
    `load ${load} before and ${loadAfter} after; fdatasync of a page ${diskMs.toFixed(2)} ms (median).`,
  ].join(' ');
}

/** One sentence about the parts of an earlier run. */
export function describeEarlier({ started, parts }: Earlier): string {
  const when = started.toISOString().slice(0, 16).replace('T', ' ');
  return `Of a run that began ${when} UTC on the same machine: ${parts.map((part) => `\`${part}\``).join(', ')}.`;
}
