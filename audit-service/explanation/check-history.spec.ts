import type { EventData, RecordedEvent } from '@perktree/contracts/catalogue/events';
import { sumAmounts } from '@perktree/contracts/kernel/money';
import { recorded, uuid } from '@perktree/projector/testing/events';
import { randomHistory } from '@perktree/projector/testing/random-history';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asStored, storeOf } from '../testing/honest-history.ts';
import { smallHistory } from '../testing/small-history.ts';
import { checkHistory } from './explain.ts';
import { explainedRedemption } from './redemption-history.ts';

type Redeemed = EventData<'BenefitRedeemed'>;
type Reversed = EventData<'RedemptionReversed'>;

const redemptionsOf = (events: readonly RecordedEvent[]) =>
  events.flatMap(({ fact }) => (fact.type === 'BenefitRedeemed' ? [fact.data] : []));

async function check(events: readonly RecordedEvent[], { redemptionId, qrId, siteId }: Redeemed) {
  const { history, unreadable } = await explainedRedemption(storeOf(events), { redemptionId, qrId, siteId });
  return [...unreadable, ...checkHistory(history)];
}

/** The history with the data of its events of a type changed. */
const tampered = <T extends 'BenefitRedeemed' | 'RedemptionReversed'>(
  events: readonly RecordedEvent[],
  type: T,
  change: (data: EventData<T>) => object,
): readonly RecordedEvent[] =>
  events.map((event) =>
    event.fact.type === type
      ? ({
          ...event,
          fact: { type, data: { ...event.fact.data, ...change(event.fact.data as EventData<T>) } },
        } as never)
      : event,
  );

const cents = (amount: string, by: number) => (Number(amount) + by / 100).toFixed(2);
const withShare = <D extends Redeemed | Reversed>(data: D, index: number, change: Partial<D['shares'][number]>) => ({
  shares: data.shares.map((share, i) => (i === index ? { ...share, ...change } : share)),
});
const withPath = (data: Redeemed, index: number, change: Partial<Redeemed['path'][number]>) => ({
  path: data.path.map((qr, i) => (i === index ? { ...qr, ...change } : qr)),
});

const honest = asStored(recorded(smallHistory()));
const [redemption] = redemptionsOf(honest) as [Redeemed];

describe('computing history again', () => {
  it('gives the same on every honest history', async () => {
    let redemptions = 0;
    await fc.assert(
      fc.asyncProperty(randomHistory, async (history) => {
        const events = asStored(history);
        for (const one of redemptionsOf(events)) {
          redemptions += 1;
          expect(await check(events, one)).toEqual([]);
        }
      }),
      { numRuns: 60 },
    );
    expect(redemptions).toBeGreaterThan(100);
  });

  it('gives the same on the small history that is tampered with below', async () => {
    expect(await check(honest, redemption)).toEqual([]);
  });

  it.each<[string, (data: Redeemed) => object, string, string]>([
    [
      'the amount of a share',
      (data) => withShare(data, 0, { amount: cents(data.shares[0]?.amount ?? '', 1) }),
      'event',
      'amount of a share',
    ],
    [
      'a cent moved from one share to another',
      (data) => ({
        shares: data.shares.map((share, i) => ({
          ...share,
          amount: i < 2 ? cents(share.amount, i ? -1 : 1) : share.amount,
        })),
      }),
      ...(['event', 'amount of a share'] as const),
    ],
    ['the percent of a share', (data) => withShare(data, 1, { percent: '3.50' }), 'event', 'percent of a share'],
    ['the owner of a share', (data) => withShare(data, 2, { ownerId: 'thief' }), 'event', 'owner of a share'],
    ['the QR of a share', (data) => withShare(data, 2, { qrId: uuid('other') }), 'event', 'QRs that earn'],
    ['a share left out', (data) => ({ shares: data.shares.slice(1) }), 'event', 'QRs that earn'],
    [
      'a share too many',
      (data) => ({ shares: [...data.shares, ...data.shares.slice(0, 1)] }),
      'event',
      'QRs that earn',
    ],
    ['the pool', (data) => ({ pool: cents(data.pool, 1) }), 'event', 'pool'],
    ['the sale amount', () => ({ saleAmount: '90.00' }), 'event', 'pool'],
    [
      'a default sale amount that the site never had',
      () => ({ saleAmountSource: 'default' }),
      'site',
      'default sale amount',
    ],
    ['an owner on the path', (data) => withPath(data, 1, { ownerId: 'thief' }), 'tree', 'owner on the path'],
    ['an owner of an unclaimed QR', (data) => withPath(data, 0, { ownerId: null }), 'tree', 'owner on the path'],
    ['a percent on the path', (data) => withPath(data, 0, { percent: '12.00' }), 'tree', 'percent on the path'],
    ['a QR left out of the path', (data) => ({ path: data.path.filter((_, i) => i !== 1) }), 'tree', 'path'],
    ['another tree revision', () => ({ treeRevision: 1 }), 'tree', 'path'],
    ['a tree revision that came later', () => ({ treeRevision: 7 }), 'tree', 'tree revision'],
    ['a tree revision that never was', () => ({ treeRevision: 70 }), 'tree', 'tree revision'],
    ['an unknown rule version', () => ({ ruleVersion: 99 }), 'event', 'rule version'],
    ['a rule that the site never had', () => ({ ruleVersion: 2 }), 'site', 'commission rule'],
    [
      'settings that the site never had',
      () => ({ ruleSettings: { tierAmounts: ['1.00'] } }),
      'site',
      'commission rule',
    ],
    ['the hold', () => ({ maturesAt: '2026-03-02T12:00:00.000Z' }), 'event', 'end of the hold'],
    ['the days of the hold', () => ({ holdDays: 5 }), 'site', 'hold in days'],
    ['the currency', () => ({ currency: 'USD' }), 'site', 'currency'],
  ])('names %s', async (_, change, from, what) => {
    const found = await check(tampered(honest, 'BenefitRedeemed', change), redemption);
    expect(found).toContainEqual(expect.objectContaining({ from, what }));
  });

  it('finds a wrong path and shares that agree with each other, by the tree', async () => {
    const consistent = (data: Redeemed) => ({
      ...withPath(data, 2, { ownerId: 'thief' }),
      ...withShare(data, 2, { ownerId: 'thief' }),
    });
    const found = await check(tampered(honest, 'BenefitRedeemed', consistent), redemption);
    expect(found.map(({ from, what }) => `${from}: ${what}`)).toEqual([
      'tree: owner on the path',
      'tree: owner of a share',
      // The reversal still names who owned it.
      'event: owner of a share taken back',
      'event: owner of a share taken back',
    ]);
  });

  it.each<[string, (data: Reversed) => object, string]>([
    [
      'what a reversal takes back',
      (data) => withShare(data, 0, { amount: cents(data.shares[0]?.amount ?? '', 1) }),
      'amount taken back',
    ],
    [
      'the owner of a share taken back',
      (data) => withShare(data, 0, { ownerId: 'thief' }),
      'owner of a share taken back',
    ],
    ['a share that keeps what it got', (data) => ({ shares: data.shares.slice(1) }), 'share taken back'],
    ['how much of the sale', () => ({ amount: '80.00' }), 'reversed in all'],
    ['that it is all of it', (data) => ({ whole: !data.whole }), 'wholly reversed'],
    ['when it counts', () => ({ maturesAt: '2027-01-01T00:00:00.000Z' }), 'when a reversal counts'],
  ])('names %s', async (_, change, what) => {
    const found = await check(tampered(honest, 'RedemptionReversed', change), redemption);
    expect(found).toContainEqual(expect.objectContaining({ from: 'event', what }));
  });

  it('says that a redemption is not there, or cannot be read', async () => {
    const gone = honest.filter(({ fact }) => fact.type !== 'BenefitRedeemed');
    expect(await check(gone, redemption)).toMatchObject([
      { from: 'event', what: 'history does not have the redemption' },
    ]);
    const store = storeOf(honest);
    const at = store.events.findIndex(({ type }) => type === 'BenefitRedeemed');
    const event = store.events[at];
    if (event) store.events[at] = { ...event, data: { ...(event.data as object), pool: 'a lot' } };
    const { unreadable } = await explainedRedemption(store, redemption);
    expect(unreadable[0]?.what).toMatch(/cannot be decoded/);
  });

  it('adds up: what was taken back in two parts is what was earned', () => {
    const all = honest.flatMap(({ fact }) =>
      fact.type === 'BenefitRedeemed' || fact.type === 'RedemptionReversed' ? fact.data.shares : [],
    );
    expect(
      sumAmounts(
        all.map(({ amount }) => amount),
        'EUR',
      ),
    ).toBe('0.00');
  });
});
