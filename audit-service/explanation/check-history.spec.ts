import type { EventData, RecordedEvent } from '@perktree/contracts/catalogue/events';
import { recorded, uuid } from '@perktree/projector/testing/events';
import { randomHistory } from '@perktree/projector/testing/random-history';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asStored, storeOf } from '../testing/honest-history.ts';
import { smallHistory } from '../testing/small-history.ts';
import { checkHistory, explainedRedemption } from './explain.ts';

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

  // Other mistakes: audit-service/testing/planted.ts.
  it.each<[string, (data: Redeemed) => object, string, string]>([
    ['the percent of a share', (data) => withShare(data, 1, { percent: '3.50' }), 'event', 'percent of a share'],
    ['the QR of a share', (data) => withShare(data, 2, { qrId: uuid('other') }), 'event', 'QRs that earn'],
    ['a tree revision that came later', () => ({ treeRevision: 7 }), 'tree', 'tree revision'],
    ['an unknown rule version', () => ({ ruleVersion: 99 }), 'event', 'rule version'],
    ['a rule that the site never had', () => ({ ruleSettings: { tierAmounts: ['1.00'] } }), 'site', 'commission rule'],
    ['the hold', () => ({ maturesAt: '2026-03-02T12:00:00.000Z' }), 'event', 'end of the hold'],
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
      'the owner of a share taken back',
      (data) => withShare(data, 0, { ownerId: 'thief' }),
      'owner of a share taken back',
    ],
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
});
