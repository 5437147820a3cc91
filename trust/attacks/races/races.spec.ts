import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AttackedWorld, openAttackedWorld } from '../attacked-world.ts';
import { holdsAfterwards, raceByChance, WRITES } from './race.ts';

const SEED = Number(process.env.RACES_SEED ?? 1);
const RACES = Number(process.env.RACES ?? 60);

let world: AttackedWorld;
beforeAll(async () => {
  world = await openAttackedWorld();
}, 120_000);
afterAll(() => world.composed.close());

describe(`writes that race themselves and each other, seed ${SEED}`, () => {
  it('are all that can be raced', () => expect(WRITES.length).toBeGreaterThan(20));

  it('leave a history in which every cent and limit is right, and rows that a replay gives', async () => {
    const { races, faults } = await raceByChance(world, { seed: SEED, goesOn: (done) => done < RACES });
    expect(faults).toEqual([]);
    expect(races).toBe(RACES);
  });

  it('would be told where a row were not', async () => {
    await world.composed.pool.query('UPDATE read_models.sites SET name = $1', ['changed by hand']).catch(async () => {
      // Readers have a view: the table behind it is what a hand would change.
      const { rows } = await world.composed.pool.query<{ relation: string }>(
        `SELECT relation FROM read_models.projections WHERE name = 'sites' AND serving`,
      );
      await world.composed.pool.query(`UPDATE read_models."${rows[0]?.relation}" SET name = $1`, ['changed by hand']);
    });
    expect(await holdsAfterwards(world)).toEqual(['sites is not what a replay gives']);
  });
});
