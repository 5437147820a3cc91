import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';

/** The most frequent queries of the product's screens: one table, and a join. */
const READS = [
  'SELECT * FROM read_models.qrs ORDER BY qr_id LIMIT 50',
  'SELECT q.name, s.name AS site FROM read_models.qrs q JOIN read_models.sites s USING (site_id) LIMIT 50',
  'SELECT sum(amount_minor) FROM read_models.ledger_entries WHERE distributor_id = $1',
];
const PAUSE_MS = 5;

export interface Readers {
  /** @returns how many reads there were, the longest in milliseconds, and what failed */
  stop(): Promise<{ readonly reads: number; readonly longestMs: number; readonly failures: readonly string[] }>;
}

/** Reads continuously, with and without prepared statements, and checks that a total never decreases. */
export function startReaders(pool: Pool): Readers {
  let busy = true;
  let reads = 0;
  let longestMs = 0;
  const failures: string[] = [];
  const timed = async (read: () => Promise<unknown>) => {
    const start = performance.now();
    await read().catch((error: unknown) => failures.push(String(error)));
    longestMs = Math.max(longestMs, performance.now() - start);
    reads += 1;
    await sleep(PAUSE_MS);
  };
  const reader = async (text: string, name: string | null) => {
    const values = text.includes('$1') ? ['distributor 7'] : [];
    while (busy) await timed(() => pool.query({ text, values, ...(name ? { name } : {}) }));
  };
  const watcher = async () => {
    let before = 0;
    while (busy) {
      await timed(async () => {
        const { rows } = await pool.query<{ total: string }>('SELECT sum(total_scans) AS total FROM read_models.qrs');
        const total = Number(rows[0]?.total ?? 0);
        if (total < before) failures.push(`${total} scans after ${before}`);
        before = total;
      });
    }
  };
  const all = [watcher(), ...READS.flatMap((text, index) => [reader(text, null), reader(text, `read ${index}`)])];
  return {
    async stop() {
      busy = false;
      await Promise.all(all);
      return { reads, longestMs: Math.round(longestMs), failures };
    },
  };
}
