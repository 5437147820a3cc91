import type { EventData, RecordedEvent } from '@perktree/contracts/catalogue/events';
import { recorded, uuid } from '@perktree/projector/testing/events';
import { describe, expect, it } from 'vitest';
import { asStored, storeOf } from '../testing/honest-history.ts';
import { withShare } from '../testing/planted.ts';
import { smallHistory } from '../testing/small-history.ts';
import { checkHistory, explainedRedemption } from './explain.ts';

type Redeemed = EventData<'BenefitRedeemed'>;
type Reversed = EventData<'RedemptionReversed'>;

const [REDEEMED, REVERSED] = ['BenefitRedeemed', 'RedemptionReversed'];
const honest = asStored(recorded(smallHistory()));
const seekR1 = { redemptionId: uuid('r1'), qrId: uuid('grandchild'), siteId: uuid('site') };

async function check(events: readonly RecordedEvent[]) {
  const { history, unreadable } = await explainedRedemption(storeOf(events), seekR1);
  return [...unreadable, ...checkHistory(history)];
}

/** The history with the data of its events of a type changed. */
const tampered = (type: string, change: (data: never) => object): readonly RecordedEvent[] =>
  honest.map((event) =>
    event.fact.type === type
      ? ({ ...event, fact: { type, data: { ...event.fact.data, ...change(event.fact.data as never) } } } as never)
      : event,
  );
/** A wrong path and shares that agree with each other. */
const thief = (data: Redeemed) => ({
  ...withShare(data, 2, { ownerId: 'thief' }),
  path: data.path.map((qr, n) => (n === 2 ? { ...qr, ownerId: 'thief' } : qr)),
});

describe('computing the history of a redemption again', () => {
  it('gives the same on an honest one', async () => expect(await check(honest)).toEqual([]));

  // Other mistakes: audit-service/testing/planted.ts, by the same checks.
  it.each<[string, string, (data: never) => object, string, string]>([
    ['a share', REDEEMED, (d: Redeemed) => withShare(d, 1, { percent: '3.50' }), 'event', 'percent of a share'],
    ['the version of a rule', REDEEMED, () => ({ ruleVersion: 99 }), 'event', 'rule version'],
    ['the hold', REDEEMED, () => ({ maturesAt: '2026-03-02T12:00:00.000Z' }), 'event', 'end of the hold'],
    ['the tree', REDEEMED, () => ({ treeRevision: 7 }), 'tree', 'tree revision'],
    ['the owner', REDEEMED, thief, 'tree', 'owner on the path'],
    ['the currency', REDEEMED, () => ({ currency: 'USD' }), 'site', 'currency'],
    ['another rule', REDEEMED, () => ({ ruleSettings: { tierAmounts: ['1.00'] } }), 'site', 'commission rule'],
    [
      'whose it was',
      REVERSED,
      (d: Reversed) => withShare(d, 0, { ownerId: 'thief' }),
      'event',
      'owner of a share taken back',
    ],
    ['that it is all', REVERSED, (d: Reversed) => ({ whole: !d.whole }), 'event', 'wholly reversed'],
    ['its time', REVERSED, () => ({ maturesAt: '2027-01-01T00:00:00.000Z' }), 'event', 'when a reversal counts'],
  ])('names %s', async (_, type, change, from, what) => {
    expect(await check(tampered(type, change))).toContainEqual(expect.objectContaining({ from, what }));
  });

  it('says that a redemption is not there, or cannot be read', async () => {
    expect(await check(honest.filter(({ fact }) => fact.type !== 'BenefitRedeemed'))).toMatchObject([
      { from: 'event', what: 'history does not have the redemption' },
    ]);
    const store = storeOf(honest);
    const at = store.events.findIndex(({ type }) => type === 'BenefitRedeemed');
    const event = store.events[at];
    if (event) store.events[at] = { ...event, data: { ...(event.data as object), pool: 'a lot' } };
    const { unreadable } = await explainedRedemption(store, seekR1);
    expect(unreadable[0]?.what).toMatch(/cannot be decoded/);
  });
});
