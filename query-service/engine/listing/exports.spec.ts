import type { Pool } from 'pg';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { seed, uuid } from '../../testing/read-models.ts';
import { startRig } from '../../testing/rig.ts';

/** Several statements of an export. */
const ENTRIES = 3_500;
const LEDGER = '/api/distributors/me/ledger';
const CSV = { accept: 'text/csv' };

/** Reads of ledger entries. */
const reads = { begun: 0, underWay: 0, most: 0 };
const rig = await startRig({ readWith: counting });
await seed(rig.pool, 'sites', {});
await seed(rig.pool, 'ledger_entries', { amount_minor: 1n });
await rig.pool.query(
  `INSERT INTO read_models.ledger_entries
   SELECT copy.* FROM read_models.ledger_entries e, generate_series(2, ${ENTRIES}) n,
     jsonb_populate_record(e, jsonb_build_object('entry_id', gen_random_uuid(),
       'created_at', e.created_at - n * interval '1 second')) copy`,
);
await seed(rig.pool, 'ledger_entries', { entry_id: uuid('of emil'), distributor_id: 'emil', amount_minor: 1n });
await rig.pool.query(
  `CREATE INDEX ON read_models.ledger_entries (distributor_id, created_at, entry_id);
   CREATE INDEX ON read_models.ledger_entries (reverses_entry_id);
   ANALYZE read_models.ledger_entries`,
);
afterAll(() => rig.close());
beforeEach(() => {
  Object.assign(reads, { begun: 0, underWay: 0, most: 0 });
});

function counting(reading: Pool): Pool {
  const query = reading.query.bind(reading) as (...args: readonly unknown[]) => Promise<unknown>;
  reading.query = (async (...args: readonly unknown[]) => {
    if (!JSON.stringify(args[0]).includes('ledger_entries')) return query(...args);
    reads.begun += 1;
    reads.underWay += 1;
    reads.most = Math.max(reads.most, reads.underWay);
    try {
      return await query(...args);
    } finally {
      reads.underWay -= 1;
    }
  }) as Pool['query'];
  return reading;
}

it('a HEAD request for a CSV has the headers of the answer, and reads no rows', async () => {
  const response = await rig.app.inject({ method: 'HEAD', url: LEDGER, headers: { ...CSV, 'x-as': 'dora' } });
  expect([response.statusCode, response.headers['content-type'], response.body]).toEqual([
    200,
    'text/csv; charset=utf-8',
    '',
  ]);
  expect(response.headers['content-length']).toBeUndefined();
  // A read that began with the request would have begun before this one.
  await rig.get(LEDGER, 'emil', CSV);
  expect(reads.begun).toBe(1);
});

it('the exports of one user read one after another, and another user’s do not wait for them', async () => {
  const finished: string[] = [];
  const download = async (as: string) => {
    const { body } = await rig.get(LEDGER, as, CSV);
    finished.push(as);
    return body.trim().split('\r\n').length - 1;
  };
  const many = Array.from({ length: 3 }, () => download('dora'));
  const other = download('emil');
  expect(await Promise.all(many)).toEqual(many.map(() => ENTRIES));
  expect(await other).toBe(1);
  // If it had waited for them, it would be the last.
  expect(finished.at(-1)).toBe('dora');
  // One of each user.
  expect(reads.most).toBeLessThanOrEqual(2);
});
