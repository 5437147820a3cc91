import { CALLS_IN_ORDER, tryCells } from '@perktree/apps/standalone/testing/authorization-cells';
import { openTwoBusinesses } from '@perktree/apps/standalone/testing/two-businesses';
import { useComposedApp } from '@perktree/apps/standalone/testing/use-composed-app';
import { allCalls } from '@perktree/contracts/catalogue/calls';
import { describe, expect, it } from 'vitest';

const composed = await useComposedApp({ spendsBudgets: false });
const world = await openTwoBusinesses(composed);

describe('who may make which call, on what', () => {
  it.each(CALLS_IN_ORDER)('%s', async (name) => {
    const isServed = composed.routes.some(
      ({ method, url }) => method === allCalls[name].method && url === allCalls[name].path,
    );
    expect(isServed, 'the call is served').toBe(true);
    const { cells, faults } = await tryCells(world, name);
    expect(faults).toEqual([]);
    expect(cells).toBeGreaterThanOrEqual(Object.keys(world.people).length);
  });
});
