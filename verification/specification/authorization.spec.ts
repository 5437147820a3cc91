import { CALLS_IN_ORDER, tryCells } from '@perktree/apps/standalone/testing/authorization-cells';
import { startComposedApp } from '@perktree/apps/standalone/testing/composed-app';
import { openTwoBusinesses } from '@perktree/apps/standalone/testing/two-businesses';
import { calls } from '@perktree/contracts/catalogue/calls';
import { afterAll, describe, expect, it } from 'vitest';

const composed = await startComposedApp({ spendsBudgets: false });
const world = await openTwoBusinesses(composed);
afterAll(() => composed.close());

describe('who may make which call, on what', () => {
  it.each(CALLS_IN_ORDER)('%s', async (name) => {
    const isServed = composed.routes.some(
      ({ method, url }) => method === calls[name].method && url === calls[name].path,
    );
    expect(isServed, 'the call is served').toBe(true);
    const { cells, faults } = await tryCells(world, name);
    expect(faults).toEqual([]);
    expect(cells).toBeGreaterThanOrEqual(Object.keys(world.people).length);
  });
});
