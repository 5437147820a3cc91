import type { AnyEvent, EventData } from '@perktree/contracts/catalogue/events';
import { allocateCommission, DEFAULT_COMMISSION_RULE } from '@perktree/contracts/commission/registry';
import * as fc from 'fast-check';
import type { ProjectedEvent } from '../engine/live/projection.ts';
import { newQr, recorded, redeemed, reversed, rootCreated, SITE, scanned, siteCreated, terms, uuid } from './events.ts';

/** Runs of a property over a database. `npm run verify -- chance` has three times as many. */
export const runs = (inTest: number) => inTest * Number(process.env.RUNS_FACTOR ?? 1);

type Redeemed = EventData<'BenefitRedeemed'>;
interface Qr {
  readonly name: string;
  readonly root: string;
  readonly parent: Qr | null;
  percent: number;
  given: number;
  owner: string | null;
  period: number;
}
/** The state of a history, which determines the legal next events. */
interface World {
  readonly qrs: Qr[];
  readonly open: { readonly scan: string; readonly qr: Qr; readonly period: number; readonly customer: string }[];
  readonly redeemed: Redeemed[];
  readonly entries: { readonly id: string; readonly owner: string; readonly amount: string }[];
  payout: EventData<'PayoutGenerated'> | null;
  /** Redemptions with a dispute that is not closed. */
  readonly disputed: Set<string>;
  count: number;
}
type Step = (world: World, pick: number) => AnyEvent | null;

const at = <T>(list: readonly T[], pick: number): T | undefined => list[pick % list.length];
const place = (qr: Qr) => ({ ...SITE, qrId: uuid(qr.name), rootQrId: uuid(qr.root) });

const STEPS: readonly Step[] = [
  function root(world) {
    const name = `root ${world.count}`;
    world.qrs.push({ name, root: name, parent: null, percent: 20, given: 0, owner: null, period: 1 });
    return rootCreated(name, { commissionPercent: '20.00' });
  },
  function split(world, pick) {
    const parent = at(world.qrs, pick);
    if (!parent || parent.percent - parent.given < 2) return null;
    const name = `child ${world.count}`;
    parent.given += 2;
    let depth = 1;
    for (let above = parent.parent; above; above = above.parent) depth += 1;
    world.qrs.push({ name, root: parent.root, parent, percent: 2, given: 0, owner: null, period: 1 });
    return {
      type: 'QrSplit',
      data: { ...place(parent), depth, children: [newQr(name, { commissionPercent: '2.00' })] },
    };
  },
  function claim(world, pick) {
    const qr = at(world.qrs, pick);
    if (!qr || qr.owner) return null;
    qr.owner = `distributor ${pick % 3}`;
    return { type: 'QrClaimed', data: { ...place(qr), distributorId: qr.owner } };
  },
  function release(world, pick) {
    const qr = at(world.qrs, pick);
    if (!qr?.owner) return null;
    const distributorId = qr.owner;
    qr.owner = null;
    return { type: 'QrClaimReleased', data: { ...place(qr), distributorId } };
  },
  function edit(world, pick) {
    const qr = at(world.qrs, pick);
    return qr
      ? {
          type: 'QrEdited',
          data: { ...place(qr), terms: terms({ name: `n ${pick}`, commissionPercent: `${qr.percent}` }) },
        }
      : null;
  },
  function reissue(world, pick) {
    const qr = at(world.qrs, pick);
    if (!qr) return null;
    qr.period += 1;
    const times = { startsAt: '2026-03-02T12:00:00Z', expiresAt: '2026-03-09T12:00:00Z' };
    return { type: 'QrReissued', data: { ...place(qr), ...times, period: qr.period, trigger: 'automatic' } };
  },
  function scan(world, pick) {
    const qr = at(world.qrs, pick);
    if (!qr) return null;
    const name = `scan ${world.count}`;
    const customer = `customer ${pick % 5}`;
    world.open.push({ scan: name, qr, period: qr.period, customer });
    return scanned(name, qr.name, { ...place(qr), period: qr.period, customerId: customer, redemptionToken: name });
  },
  function redeem(world, pick) {
    const open = world.open.splice(pick % (world.open.length || 1), 1)[0];
    if (!open) return null;
    const path: Redeemed['path'] = [];
    for (let qr: Qr | null = open.qr; qr; qr = qr.parent) {
      path.unshift({ qrId: uuid(qr.name), ownerId: qr.owner, percent: `${qr.percent}` });
    }
    const saleAmount = `${(pick % 9000) / 100}`;
    const { pool, shares } = allocateCommission(DEFAULT_COMMISSION_RULE, path, saleAmount, 'EUR');
    const event = redeemed(`redemption ${world.count}`, open.qr.name, {
      ...place(open.qr),
      scanId: uuid(open.scan),
      period: open.period,
      customerId: open.customer,
      deviceId: pick % 3 ? uuid(`device ${pick % 2}`) : null,
      networkId: pick % 4 ? null : uuid(`network ${pick % 2}`),
      ...(pick % 4 ? { confirmedVia: 'code', confirmedBy: `staff ${pick % 2}` } : {}),
      saleAmount,
      path,
      pool,
      shares: shares.map((share, index) => ({ ...share, entryId: uuid(`entry ${world.count} ${index}`) })),
    });
    world.redeemed.push(event.data);
    for (const share of event.data.shares) {
      world.entries.push({ id: share.entryId, owner: share.ownerId, amount: share.amount });
    }
    return event;
  },
  function reverse(world, pick) {
    const done = world.redeemed.splice(pick % (world.redeemed.length || 1), 1)[0];
    if (!done) return null;
    const { redemptionId, qrId, rootQrId, period, customerId, saleAmount } = done;
    const shares = done.shares.map((share, index) => ({
      ...share,
      entryId: uuid(`back ${world.count} ${index}`),
      amount: share.amount === '0.00' ? '0.00' : `-${share.amount}`,
      reversesEntryId: share.entryId,
    }));
    const known = { redemptionId, qrId, rootQrId, period, customerId, amount: saleAmount, shares };
    return reversed('', '', { ...known, reversalId: uuid(`reversal ${world.count}`), slotFreed: pick % 2 === 0 });
  },
  function payOut(world, pick) {
    if (world.payout) {
      const { settlement: _, ...payout } = world.payout;
      world.payout = null;
      if (pick % 2)
        return {
          type: 'PayoutPaid',
          data: { ...payout, reference: null, noteId: uuid(`note ${pick}`), noteHash: null, accountHash: null },
        };
      const { amount: __, ...rest } = payout;
      return { type: 'PayoutCancelled', data: { ...rest, noteId: uuid(`note ${pick}`), noteHash: null } };
    }
    const entry = at(world.entries, pick);
    if (!entry) return null;
    world.payout = {
      ...SITE,
      payoutId: uuid(`payout ${world.count}`),
      distributorId: entry.owner,
      currency: 'EUR',
      amount: entry.amount,
      entryIds: [entry.id],
      settlement: 'by_hand',
    };
    return { type: 'PayoutGenerated', data: world.payout };
  },
  function dispute(world, pick) {
    const done = at(world.redeemed, pick);
    if (!done) return null;
    const { redemptionId, qrId, siteId, tenantId } = done;
    const data = { redemptionId, qrId, siteId, tenantId, noteId: uuid(`note ${world.count}`), noteHash: null };
    if (!world.disputed.has(redemptionId)) {
      world.disputed.add(redemptionId);
      return { type: 'DisputeOpened', data };
    }
    if (pick % 2) return { type: 'DisputeAnswered', data };
    world.disputed.delete(redemptionId);
    return { type: 'DisputeClosed', data };
  },
];

/** Histories of one site that commands could have written, some minutes or days between the events. */
export const randomHistory: fc.Arbitrary<readonly ProjectedEvent[]> = fc
  .array(fc.tuple(fc.nat({ max: STEPS.length - 1 }), fc.nat({ max: 9_999 })), {
    minLength: 30,
    maxLength: 120,
    size: 'max',
  })
  .map((choices) => {
    const world: World = { qrs: [], open: [], redeemed: [], entries: [], payout: null, disputed: new Set(), count: 0 };
    const facts: (AnyEvent & { at?: string })[] = [{ ...siteCreated(), at: '2026-01-28T00:00:00.000Z' }];
    for (const [step, pick] of choices) {
      world.count += 1;
      const fact = STEPS[step]?.(world, pick);
      const time = new Date(Date.UTC(2026, 0, 28) + world.count * 3_600_000 + pick).toISOString();
      if (fact) facts.push({ ...fact, at: time });
    }
    return recorded(facts);
  });
