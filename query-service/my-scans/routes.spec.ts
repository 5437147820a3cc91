import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NOW, seed, uuid } from '../testing/read-models.ts';
import { type Rig, startRig } from '../testing/rig.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
  await seed(rig.pool, 'sites', {});
  await seed(rig.pool, 'scans', { redeemed_at: NOW });
  await rig.pool.query(
    `INSERT INTO read_models.scans
     SELECT copy.* FROM read_models.scans s, generate_series(1, 250) n,
       jsonb_populate_record(s, jsonb_build_object('scan_id', gen_random_uuid(),
         'scanned_at', s.scanned_at + n * interval '1 second')) copy`,
  );
});
afterAll(() => rig.close());

describe('one scan of a customer', () => {
  it('is found behind 250 newer ones', async () => {
    const answer = await rig.get(`/api/me/scans/${uuid('scan')}`, 'carla');
    expect(answer.json()).toMatchObject({ scanId: uuid('scan'), isRedeemed: true, redemptionCode: null });
  });

  it('is not found by another customer, nor where there is none', async () => {
    for (const [id, as] of [
      [uuid('scan'), 'dora'],
      [uuid('unknown'), 'carla'],
    ] as const) {
      expect((await rig.get(`/api/me/scans/${id}`, as)).statusCode).toBe(404);
    }
  });
});
