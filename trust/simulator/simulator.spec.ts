import { describe, expect, it, vi } from 'vitest';
import { runSeed } from './run-seed.ts';
import type { SimulatedProduct } from './simulated-product.ts';

vi.mock('lru-cache', () => import('./small-cache.ts'));

/** What the oracle says of some seeds of a product in which something was broken on purpose. */
async function saidOf(sabotage: (product: SimulatedProduct) => void, seeds: readonly number[] = [1, 2, 3, 4, 5]) {
  const said: string[] = [];
  for (const seed of seeds) said.push(...(await runSeed(seed, sabotage)).violations);
  return said.join('\n');
}

describe('a simulated life', () => {
  it('is the same again from the same seed, and another from another', async () => {
    const [one, again, other] = [await runSeed(11), await runSeed(11), await runSeed(12)];
    expect(again).toEqual(one);
    expect(other.story).not.toEqual(one.story);
    expect(one.violations).toEqual([]);
    expect(other.violations).toEqual([]);
    expect(one.counts.kills).toBeGreaterThan(0);
    expect(one.counts.events).toBeGreaterThan(0);
  });

  it('gives time and chance back', async () => {
    const before = [Date, setTimeout, Math.random, performance.now];
    await runSeed(13);
    expect([Date, setTimeout, Math.random, performance.now]).toEqual(before);
  });
});

describe('the simulator sees', () => {
  it('an append that is acknowledged and not stored', async () => {
    const said = await saidOf(({ log, dice }) => {
      const append = log.append.bind(log);
      log.append = (stream, expected, events) =>
        stream.startsWith('redemptions-') && dice.next() < 0.5
          ? { revision: expected + events.length, position: log.head() }
          : append(stream, expected, events);
    });
    expect(said).toMatch(/I1 exactly once: .* was acknowledged and is not stored/);
  });

  it('a store that does not mind the expected revision', async () => {
    // Few lives have two writers of one stream in the same instant.
    const said = await saidOf(
      ({ log }) => {
        const append = log.append.bind(log);
        log.append = (stream, _, events) => append(stream, log.stream(stream).length - 1, events);
      },
      Array.from({ length: 15 }, (_, seed) => seed + 1),
    );
    expect(said).toMatch(/I[1346]/);
  });

  it('a subscription that passes over an event', async () => {
    const said = await saidOf(
      ({ log }) => {
        const after = log.after.bind(log);
        log.after = (position, limit) => after(position, limit).filter((event) => event.position % 17n !== 0n);
      },
      [1, 2, 3],
    );
    expect(said).toMatch(/I2 read models/);
  });

  it('rows that are written without their transaction', async () => {
    const said = await saidOf(({ postgres }) => {
      const execute = Reflect.get(postgres, 'executeAtOnce').bind(postgres);
      let asked = 0;
      Reflect.set(postgres, 'executeAtOnce', async (connection: object, statements: readonly object[]) => {
        asked += 1;
        if (statements.length < 3 || asked % 5 > 0) return execute(connection, statements);
        await execute(connection, statements.slice(0, 2));
        throw new Error('the rest of it is lost');
      });
    });
    expect(said).toMatch(/I2 read models|came to no end|checkpoints/);
  });
});
