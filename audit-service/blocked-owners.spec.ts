import type { AnyEvent } from '@perktree/contracts/catalogue/events';
import { HOUR_MS } from '@perktree/contracts/kernel/durations';
import { inTree, recorded, redeemed, rootCreated, SITE, share, siteCreated } from '@perktree/projector/testing/events';
import { describe, expect, it } from 'vitest';
import { auditHistory } from './replay/audit-history.ts';
import { asStored, storeOf } from './testing/honest-history.ts';

const START = Date.parse('2026-03-01T12:00:00.000Z');
const after = (ms: number) => new Date(START + ms).toISOString();
const root = inTree('root').qrId;

const earning: AnyEvent = redeemed('r1', 'root', {
  path: [{ qrId: root, ownerId: 'ana', percent: '10.00' }],
  pool: '10.00',
  shares: [share('entry', 'root', 'ana', '10.00', '10.00')],
});
const earningNothing: AnyEvent = redeemed('r1', 'root', {
  path: [{ qrId: root, ownerId: null, percent: '10.00' }],
  pool: '0.00',
  shares: [],
});
const blocked: AnyEvent = {
  type: 'DistributorBlocked',
  data: { ...SITE, distributorId: 'ana', noteId: null, noteHash: null },
};
const unblocked: AnyEvent = { type: 'DistributorUnblocked', data: { ...SITE, distributorId: 'ana' } };

/** The audit's findings about the owner of a redemption two hours after the start. */
async function findings(redemption: AnyEvent, ...blocks: readonly (readonly [AnyEvent, number])[]) {
  const claimed: AnyEvent = { type: 'QrClaimed', data: { ...inTree('root'), distributorId: 'ana' } };
  const events = recorded([
    ...[siteCreated(), rootCreated('root', { commissionPercent: '10.00' }), claimed],
    ...blocks.map(([event, ms]) => ({ ...event, at: after(ms) })),
    { ...redemption, at: after(2 * HOUR_MS) },
  ]);
  const { findings: all } = await auditHistory({ store: storeOf(asStored(events)), pool: null });
  return all.map(({ what }) => what).filter((what) => what === 'owner on the path');
}

describe('an audit of what a blocked distributor earns', () => {
  it('wants no share from the block on, and one after it was lifted', async () => {
    expect(await findings(earning)).toEqual([]);
    expect(await findings(earningNothing, [blocked, HOUR_MS])).toEqual([]);
    expect(await findings(earning, [blocked, HOUR_MS], [unblocked, 1.5 * HOUR_MS])).toEqual([]);
  });

  it('finds a share in spite of a block, and a missing one without', async () => {
    expect(await findings(earning, [blocked, HOUR_MS])).toHaveLength(1);
    expect(await findings(earningNothing)).toHaveLength(1);
    expect(await findings(earningNothing, [blocked, HOUR_MS], [unblocked, 1.5 * HOUR_MS])).toHaveLength(1);
  });

  it('takes both within a minute of the block, which may have met the redemption on its way', async () => {
    expect(await findings(earning, [blocked, 2 * HOUR_MS - 10_000])).toEqual([]);
    expect(await findings(earningNothing, [blocked, 2 * HOUR_MS - 10_000])).toEqual([]);
  });
});
