import { expect, vi } from 'vitest';
import type { WholeService } from '../../testing/whole-service.ts';

/** Waits for the read models that payouts need. A busy machine projects many rows more slowly than a command waits for. */
export const untilProjected = ({ pool, store }: WholeService) =>
  vi.waitFor(
    async () => {
      const position = `SELECT min(position) AS position FROM read_models.projections
        WHERE serving AND name IN ('ledger_entries', 'payouts', 'combined_entries')`;
      const { rows } = await pool.query(position);
      expect(BigInt(rows[0].position)).toBeGreaterThanOrEqual(await store.head());
    },
    { timeout: 60_000, interval: 100 },
  );
