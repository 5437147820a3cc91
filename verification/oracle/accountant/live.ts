import { Visitor } from '@perktree/apps/standalone/testing/visitor';
import { DAY_MS } from '@perktree/contracts/kernel/durations';
import { expect } from 'vitest';
import type { Sale } from './accountant.ts';
import { type Business, START, type World } from './business.ts';
import type { Step } from './commission.ts';
import { minorOf, sumOf, text } from './money.ts';
import type { Act, Plan } from './plan.ts';

/** Redemptions are confirmed within an issue period of 30 days. */
const LAST_ACT = START + 27 * DAY_MS;
const DEFAULT_SALE = 10_000n;

interface Scene extends World {
  readonly business: Business;
  readonly act: Act;
  readonly nth: number;
  /** Redemption tokens of redemptions that wait, by id. */
  readonly tokens: Map<string, string>;
}

/** Executes the plan and records each action in the accountant's books. @returns how often each kind of action applied */
export async function live(world: World, { acts }: Plan): Promise<ReadonlyMap<string, number>> {
  const tokens = new Map<string, string>();
  const counts = new Map<string, number>();
  for (const [nth, act] of acts.entries()) {
    const business = world.businesses[act.business % world.businesses.length];
    if (business === undefined) continue;
    world.time.now = Math.min(world.time.now + act.seconds * 1_000, LAST_ACT);
    if (await ACTS[act.kind]({ ...world, business, act, nth, tokens })) {
      counts.set(act.kind, (counts.get(act.kind) ?? 0) + 1);
    }
  }
  return counts;
}

const pick = <T>(from: readonly T[], n: number): T | undefined => from[n % Math.max(1, from.length)];

/** A guest scans a QR. */
async function scanned({ composed, business, act, nth }: Scene) {
  const level = act.level % business.qrs.length;
  const path = business.qrs.slice(0, level + 1).map(
    ({ qr, owner, points }): Step => ({
      ...{ qr, points, owner: owner === null || business.blocked.has(owner) ? null : owner },
    }),
  );
  const token = business.qrs[level]?.customerToken;
  const guest = await new Visitor(composed.app, `guest-${nth}`).register('customer');
  guest.knowsWhat(business.owner);
  const { redemptionToken } = await guest.must('POST', '/api/scan', { token });
  return { guest, path, token, redemptionToken };
}

const salesOf = ({ books, business }: Scene, isFit: (sale: Sale) => boolean) =>
  [...books.sales.values()].filter((sale) => sale.place === business.siteId && isFit(sale));
const payoutsOf = ({ books, business }: Scene) =>
  [...books.payouts.values()].filter((p) => p.place === business.siteId && p.state === 'processing');

async function reverse(scene: Scene, sale: Sale | undefined, amount: bigint | null): Promise<boolean> {
  if (sale === undefined) return false;
  const { entries } = await scene.business.owner.must('POST', `/api/redemptions/${sale.id}/reverse`, {
    reason: 'returned',
    ...(amount !== null && { amount: text(amount) }),
  });
  const reversed = (entries as readonly { amount: string }[]).map((entry) => minorOf(entry.amount));
  expect(reversed, 'reversed shares').toEqual(scene.books.reversed(sale.id, amount, scene.time.now));
  return true;
}

async function setBlocked({ business, books, time }: Scene, owner: string, isBlocked: boolean): Promise<boolean> {
  const url = `/api/sites/${business.siteId}/distributors/${owner}/${isBlocked ? 'block' : 'unblock'}`;
  await business.owner.must('POST', url, isBlocked ? {} : undefined);
  if (isBlocked) business.blocked.add(owner);
  else business.blocked.delete(owner);
  books.advanceTo(time.now);
  return true;
}

const ACTS: Readonly<Record<Act['kind'], (scene: Scene) => Promise<boolean>>> = {
  async sell(scene) {
    const { business, books, act, time } = scene;
    const { guest, path, redemptionToken } = await scanned(scene);
    const amount = BigInt(act.minor);
    const body = { token: redemptionToken, saleAmount: text(amount) };
    const { redemption } = await business.owner.knowsWhat(guest).must('POST', '/api/staff/redeem', body);
    const sale = { place: business.siteId, amount, path, holdMs: business.holdMs };
    books.redeemed(redemption.id, sale, time.now);
    return true;
  },

  async redeemAlone(scene) {
    const { business, books, time, tokens } = scene;
    const { guest, path, token, redemptionToken } = await scanned(scene);
    const { redemptionId, awaitsConfirmation } = await guest.must('POST', '/api/redeem', { token });
    business.owner.knowsWhat(guest);
    expect(awaitsConfirmation).toBe(true);
    const sale = { place: business.siteId, amount: DEFAULT_SALE, path, holdMs: business.holdMs };
    books.waits(redemptionId, sale, time.now);
    tokens.set(redemptionId, redemptionToken);
    return true;
  },

  async confirm(scene) {
    const { business, books, act, time, tokens } = scene;
    const sale = pick(
      salesOf(scene, ({ isWaiting, isWhole }) => isWaiting && !isWhole),
      act.pick,
    );
    if (sale === undefined) return false;
    const amount = BigInt(act.minor);
    await business.owner.must('POST', '/api/staff/redeem', { token: tokens.get(sale.id), saleAmount: text(amount) });
    books.confirmed(sale.id, amount, time.now);
    return true;
  },

  async reversePart(scene) {
    const { act } = scene;
    const sale = pick(
      salesOf(scene, ({ isWaiting, sale, reversed }) => !isWaiting && sale - reversed > 1n),
      act.pick,
    );
    if (sale === undefined) return false;
    const part = ((sale.sale - sale.reversed) * BigInt(act.part)) / 1_000n;
    return reverse(scene, sale, part > 0n ? part : 1n);
  },

  reverseAll: (scene) =>
    reverse(
      scene,
      pick(
        salesOf(scene, ({ isWhole }) => !isWhole),
        scene.act.pick,
      ),
      null,
    ),

  async generate({ business, books, time }) {
    const place = business.siteId;
    const owed = [...books.payable(place, time.now)].filter(([, entries]) => sumOf(entries) >= 1n);
    const { payouts } = await business.owner.must('POST', `/api/sites/${place}/payouts`);
    const made = payouts as readonly { id: string; distributorId: string; amount: string }[];
    expect(made.map(({ distributorId }) => distributorId).sort()).toEqual(owed.map(([owner]) => owner).sort());
    for (const { id, distributorId, amount } of made) {
      const payout = { place, owner: distributorId, isWriteOff: false };
      expect(minorOf(amount), 'a payout').toBe(books.settled(id, payout, time.now));
    }
    return made.length > 0;
  },

  async pay(scene) {
    const payout = pick(payoutsOf(scene), scene.act.pick);
    if (payout === undefined) return false;
    await scene.business.owner.must('POST', `/api/payouts/${payout.id}/mark-paid`, { reference: 'transfer' });
    scene.books.ended(payout.id, 'paid', scene.time.now);
    return true;
  },

  async cancel(scene) {
    const payout = pick(payoutsOf(scene), scene.act.pick);
    if (payout === undefined) return false;
    await scene.business.owner.must('POST', `/api/payouts/${payout.id}/cancel`, { reason: 'wrong' });
    scene.books.ended(payout.id, 'cancelled', scene.time.now);
    return true;
  },

  /** Only a negative balance can be written off. */
  async writeOff({ business, books, distributors, act, time }) {
    const place = business.siteId;
    const owner = pick(distributors, act.pick)?.id ?? '';
    const net = sumOf(books.payable(place, time.now).get(owner) ?? []);
    const body = { currency: business.currency, amount: text(net), reason: 'agreed' };
    const { status, body: settlement } = await business.owner.call(
      'POST',
      `/api/sites/${place}/distributors/${owner}/write-off`,
      body,
    );
    expect(status < 400, `writing off ${text(net)}`).toBe(net < 0n);
    if (net >= 0n) return false;
    books.settled(settlement.id, { place, owner, isWriteOff: true }, time.now);
    return true;
  },

  async block(scene) {
    const { business, act } = scene;
    const owners = business.qrs.flatMap(({ owner }) => (owner === null || business.blocked.has(owner) ? [] : [owner]));
    const owner = pick(owners, act.pick);
    return owner === undefined ? false : setBlocked(scene, owner, true);
  },

  async unblock(scene) {
    const owner = pick([...scene.business.blocked], scene.act.pick);
    return owner === undefined ? false : setBlocked(scene, owner, false);
  },
};
