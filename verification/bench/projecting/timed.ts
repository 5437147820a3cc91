import { cpuMsOf } from '../cpu-time.ts';
import type { Spent } from './order.ts';

/** @param postgresPid first process of the server; the CPU time of its descendants counts, too */
export async function timed(postgresPid: number, work: () => Promise<unknown>): Promise<Spent> {
  const postgres = cpuMsOf(postgresPid);
  const node = process.cpuUsage();
  const start = performance.now();
  await work();
  const ms = performance.now() - start;
  const { user, system } = process.cpuUsage(node);
  return { ms, nodeMs: (user + system) / 1_000, postgresMs: cpuMsOf(postgresPid) - postgres };
}
