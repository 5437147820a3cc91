import * as fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { SEED as RUN_SEED } from '../../chance/seed.ts';
import { openWorld } from './business.ts';
import { checkExplanations, checkOwnStatements, checkPerson } from './check-person.ts';
import { checkMonths, checkSite } from './check-site.ts';
import { live } from './live.ts';
import { everything, KINDS, type Plan, plans } from './plan.ts';

const SEED = Number(process.env.ACCOUNTANT_SEED ?? RUN_SEED);
const RUNS = Number(process.env.ACCOUNTANT_RUNS ?? 1);
const AFTER = Date.UTC(2026, 11, 2);

// A plan has hundreds of calls, and each place that shows money is read.
vi.setConfig({ testTimeout: 300_000 });

/** Executes a plan and compares every displayed amount with the accountant's. @returns the kinds of actions that applied */
async function compare(plan: Plan): Promise<ReadonlySet<string>> {
  const world = await openWorld(plan);
  const { books, businesses, composed, distributors, time } = world;
  const people = [...businesses.map(({ owner }) => owner), ...distributors];
  try {
    const counts = await live(world, plan);
    time.now = books.advanceTo(0) + 60_000;
    for (const one of people) for (const other of people) one.knowsWhat(other);
    for (const business of businesses) await checkSite(world, business);
    for (const person of distributors) {
      await checkPerson(world, person);
      await checkExplanations(world, person);
    }
    // The month after: unconfirmed redemptions have lapsed, and both months are over.
    time.now = AFTER;
    for (const { owner } of businesses) await owner.must('POST', '/api/sites', { name: 'Later', currency: 'EUR' });
    books.advanceTo(time.now);
    for (const one of people) for (const other of people) one.knowsWhat(other);
    for (const business of businesses) {
      await checkMonths(world, business);
      await checkSite(world, business);
    }
    for (const person of distributors) {
      await checkOwnStatements(world, person);
      await checkPerson(world, person);
    }
    return new Set(counts.keys());
  } finally {
    await composed.close();
  }
}

describe('an accountant', () => {
  it('agrees with every displayed amount of a business that does everything', async () => {
    expect([...(await compare(everything))].sort()).toEqual([...new Set(KINDS)].sort());
  });

  it(`agrees with random businesses (ACCOUNTANT_SEED=${SEED})`, async () => {
    await fc.assert(
      fc.asyncProperty(plans, async (plan) => {
        await compare(plan);
      }),
      { seed: SEED, numRuns: RUNS, endOnFailure: true },
    );
  });
});
