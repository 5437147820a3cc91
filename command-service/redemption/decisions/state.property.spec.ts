import { createHash } from 'node:crypto';
import type { EventData, RedemptionEvent } from '@perktree/contracts/catalogue/events';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ByteReader, ByteWriter } from '../../engine/packed/bytes.ts';
import { exampleRedemption, foldRedemptions, NOW, uuid } from '../testing/example-redemption.ts';
import { redeemBenefit } from './redeem.ts';
import {
  type RedemptionsState,
  redemptionsFold,
  redemptionsInPeriod,
  redemptionsOfCustomer,
  redemptionsSnapshots,
  revisionsOf,
} from './state.ts';

const PERIODS = [1, 2, 3];
const CUSTOMERS = [uuid(1), uuid(2), 'visitor', ''];

const REDEMPTIONS = [0, 1, 2, 3, 4, 5];

const step = fc.record({
  what: fc.constantFrom('redeemed', 'redeemed', 'awaited', 'confirmed', 'reversed', 'slot freed', 'waiting ended'),
  period: fc.constantFrom(...PERIODS),
  customerId: fc.constantFrom(...CUSTOMERS),
  redemption: fc.constantFrom(...REDEMPTIONS),
  cut: fc.boolean(),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const [example] = redeemBenefit(redemptionsFold.initialState, exampleRedemption());

/** As far as the fold for limits looks at them. */
function eventOf({ what, period, customerId, redemption }: Step): RedemptionEvent {
  const data = { ...(example?.data as EventData<'BenefitRedeemed'>), period, customerId };
  const ids = { redemptionId: uuid(redemption), scanId: uuid(100 + redemption) };
  const awaitsConfirmation = what === 'awaited' ? { until: NOW, pool: data.pool, shares: data.shares } : null;
  if (what === 'redeemed' || what === 'awaited') {
    return { type: 'BenefitRedeemed', data: { ...data, ...ids, awaitsConfirmation } };
  }
  if (what === 'confirmed') return { type: 'RedemptionConfirmed', data: { ...data, ...ids } } as RedemptionEvent;
  const endsWaiting = what === 'waiting ended' ? { scanId: ids.scanId, entryIds: [] } : null;
  const reversed = { ...data, ...ids, endsWaiting, slotFreed: what === 'slot freed' };
  return { type: 'RedemptionReversed', data: reversed } as unknown as RedemptionEvent;
}

function bytesOf(state: RedemptionsState): Buffer {
  const out = new ByteWriter();
  redemptionsSnapshots.write(out, state);
  return Buffer.from(out.written);
}

const seenBy = (state: RedemptionsState) => [
  PERIODS.map((period) => [
    redemptionsInPeriod(state, period),
    CUSTOMERS.map((customerId) => redemptionsOfCustomer(state, period, customerId)),
  ]),
  REDEMPTIONS.map((redemption) => revisionsOf(state, uuid(redemption))),
];

it('a state that was kept as a snapshot on the way is the state without, after any history', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      let plain = redemptionsFold.initialState;
      let kept = redemptionsFold.initialState;
      for (const one of steps) {
        const event = eventOf(one);
        plain = redemptionsFold.evolve(plain, event, NOW);
        kept = redemptionsFold.evolve(kept, event, NOW);
        if (one.cut) kept = redemptionsSnapshots.read(new ByteReader(bytesOf(kept)));
      }
      expect(seenBy(kept)).toEqual(seenBy(plain));
    }),
  );
});

it('a state knows where the events of a redemption are', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const events = steps.map(eventOf);
      const state = foldRedemptions(events);
      for (const redemption of REDEMPTIONS) {
        const own = events.flatMap(({ data }, revision) => (data.redemptionId === uuid(redemption) ? [revision] : []));
        expect(revisionsOf(state, uuid(redemption))).toEqual(own);
      }
    }),
  );
});

it('another state or other bytes have another version', () => {
  const history = ['redeemed', 'awaited', 'confirmed', 'redeemed', 'slot freed', 'awaited'] as const;
  const state = history.reduce((before, what, n) => {
    const one = { what, period: 1, customerId: CUSTOMERS[n % 2] ?? '', redemption: n >> 1, cut: false };
    return redemptionsFold.evolve(before, eventOf(one), NOW);
  }, redemptionsFold.initialState);
  // Where this fails, raise the version and write down the new hash: snapshots of the old code must not be read.
  const hash = createHash('sha256').update(bytesOf(state)).digest('hex').slice(0, 16);
  expect({ version: redemptionsSnapshots.version, hash }).toEqual({ version: 4, hash: '4d0689d17a2decad' });
});
