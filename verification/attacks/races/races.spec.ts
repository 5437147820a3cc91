import { afterAll, describe, expect, it } from 'vitest';
import { SEED } from '../../chance/seed.ts';
import { openAttackedWorld } from '../attacked-world.ts';
import { findFaults, raceRandomPairs, WRITES } from './race.ts';

const RACES = Number(process.env.RACES ?? 15);
const world = await openAttackedWorld();
afterAll(() => world.composed.close());

describe(`writes that race themselves and each other, seed ${SEED}`, () => {
  it('cover the write calls', () => expect(WRITES.length).toBeGreaterThan(20));

  it('leave a correct history and rows equal to a replay', async () => {
    expect(await raceRandomPairs(world, SEED, RACES)).toEqual([]);
  });

  it('are found at fault if a row differs from the replay', async () => {
    await world.composed.pool.query('UPDATE read_models.sites SET name = $1', ['changed by hand']).catch(async () => {
      // The name is a view for readers; change the table behind it.
      const { rows } = await world.composed.pool.query<{ relation: string }>(
        `SELECT relation FROM read_models.projections WHERE name = 'sites' AND serving`,
      );
      await world.composed.pool.query(`UPDATE read_models."${rows[0]?.relation}" SET name = $1`, ['changed by hand']);
    });
    expect(await findFaults(world)).toEqual(['sites differs from a replay']);
  });
});
