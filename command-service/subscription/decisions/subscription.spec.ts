import type { SubscriptionEvent } from '@perktree/contracts/catalogue/events';
import type { Quota } from '@perktree/contracts/subscription/plans';
import { describe, expect, it } from 'vitest';
import { deriveUuid } from '../../engine/command.ts';
import { given } from '../../testing/given.ts';
import { refusalOf } from '../../testing/refusal-of.ts';
import { assertPlanAllowsDepth, assertPlanAllowsDesigns, assertPlanAllowsStaffCodes } from './plan-limits.ts';
import { type Subscription, subscriptionFold, used } from './state.ts';
import {
  decideEndPlan,
  decidePaidPlan,
  decideReleaseQuota,
  decideReserveQuota,
  isHeldLongEnough,
} from './subscription.ts';

const NOW = '2026-05-10T10:00:00.000Z';
const TOMORROW = '2026-05-11T10:00:00.000Z';
const tenantId = deriveUuid('tenant');
const id = (name: string) => deriveUuid('thing', name);
const item = (name: string, until: string | null = null) => ({ id: id(name), stream: `site-${name}`, until });
const after = (events: readonly SubscriptionEvent[], at = NOW, from?: Subscription) =>
  given(subscriptionFold, events, at, from);
const free = after([]);
const started = (plan: 'pro' | 'ultra', reference = 'sub_1') =>
  after([{ type: 'SubscriptionStarted', data: { tenantId, plan, reference } }]);
const reserve = (state: Subscription, quota: Quota, items: ReturnType<typeof item>[], now = NOW) =>
  decideReserveQuota(state, { tenantId, quota, items, now });
const holding = (quota: Quota, names: string[], until: string | null = null, from = free) =>
  after(
    reserve(
      from,
      quota,
      names.map((name) => item(name, until)),
    ),
    NOW,
    from,
  );

describe('reserving quota', () => {
  it.each([
    [
      'sites',
      1,
      'The Free plan allows 1 site, and this needs 2 sites in total. The owner of the business can change the plan.',
    ],
    [
      'activeQrs',
      3,
      'The Free plan allows 3 active QR codes, and this needs 4 active QR codes in total. The owner of the business can change the plan.',
    ],
    [
      'redemptions',
      50,
      'The Free plan allows 50 redemptions a month, and this needs 51 redemptions in total. The owner of the business can change the plan.',
    ],
  ] as const)('of %s on Free stops at %i, with a sentence that says so', (quota, limit, message) => {
    const full = holding(
      quota,
      Array.from({ length: limit }, (_, n) => `${n}`),
    );
    expect(used(full, quota, NOW)).toBe(limit);
    expect(refusalOf(() => reserve(full, quota, [item('another')]))).toEqual({ code: 'PLAN_LIMIT_REACHED', message });
  });

  it('reserves all items or none', () => {
    const two = holding('activeQrs', ['a', 'b']);
    expect(refusalOf(() => reserve(two, 'activeQrs', [item('c'), item('d')]))?.code).toBe('PLAN_LIMIT_REACHED');
    expect(reserve(two, 'activeQrs', [item('c')])).toEqual([
      { type: 'QuotaReserved', data: { tenantId, quota: 'activeQrs', items: [item('c')] } },
    ]);
  });

  it('is idempotent by id: a later `until` replaces the earlier one', () => {
    const full = holding('activeQrs', ['a', 'b', 'c'], TOMORROW);
    const longer = after(reserve(full, 'activeQrs', [item('a', '2026-05-12T10:00:00.000Z')]), NOW, full);
    expect(used(longer, 'activeQrs', NOW)).toBe(3);
    expect(used(longer, 'activeQrs', TOMORROW)).toBe(1);
  });

  it('lapses at the instant of `until`', () => {
    const full = holding('activeQrs', ['a', 'b', 'c'], TOMORROW);
    expect(refusalOf(() => reserve(full, 'activeQrs', [item('d')], '2026-05-11T09:59:59.999Z'))).not.toBeNull();
    expect(reserve(full, 'activeQrs', [item('d')], TOMORROW)).toHaveLength(1);
    expect(reserve(full, 'activeQrs', [item('d', NOW)]), 'of which none is needed').toHaveLength(1);
  });

  it('counts redemptions only on plans that limit them; sites and QRs on all', () => {
    expect(reserve(started('pro'), 'redemptions', [item('r')])).toEqual([]);
    expect(reserve(started('ultra'), 'sites', [item('s')])).toHaveLength(1);
    const pro = holding(
      'activeQrs',
      Array.from({ length: 100 }, (_, n) => `${n}`),
      null,
      started('pro'),
    );
    expect(refusalOf(() => reserve(pro, 'activeQrs', [item('x')]))?.message).toBe(
      'The Pro plan allows 100 active QR codes, and this needs 101 active QR codes in total. The owner of the business can change the plan.',
    );
  });
});

describe('a held claim', () => {
  const LATER = '2026-05-12T10:00:00.000Z';

  it.each([
    ['never', undefined, TOMORROW, false],
    ['until the same time', TOMORROW, TOMORROW, true],
    ['for longer', LATER, TOMORROW, true],
    ['for less', TOMORROW, LATER, false],
    ['until a time, needed without end', TOMORROW, null, false],
    ['without end', null, TOMORROW, true],
    ['without end, needed without end', null, null, true],
  ] as const)('%s is enough or not', (_, until, asked, isEnough) => {
    const state = until === undefined ? free : holding('sites', ['a'], until);
    expect(isHeldLongEnough(state, 'sites', item('a', asked))).toBe(isEnough);
  });

  it('is dropped once it has lapsed, when another is added', () => {
    const beside = { id: `${id('a').slice(0, -4)}ff${id('a').slice(-2)}`, stream: 'site-b', until: null };
    const a = holding('activeQrs', ['a'], TOMORROW);
    const both = after(reserve(a, 'activeQrs', [beside], LATER), LATER, a);
    expect(used(both, 'activeQrs', NOW)).toBe(1);
  });
});

describe('releasing quota', () => {
  const full = holding('sites', ['a']);
  const release = (state: Subscription, generation: number) =>
    decideReleaseQuota(state, { tenantId, quota: 'sites', reservations: [{ id: id('a'), generation }] });

  it('makes room', () => {
    const empty = after(release(full, 1), NOW, full);
    expect(reserve(empty, 'sites', [item('b')])).toHaveLength(1);
  });

  it('releases the named reservation, not a later one of the same id', () => {
    const again = after(reserve(full, 'sites', [item('a')]), NOW, full);
    expect(release(again, 1)).toEqual([]);
    expect(release(again, 2)).toHaveLength(1);
  });
});

describe('plans', () => {
  const paid = (state: Subscription, plan: 'pro' | 'ultra', reference: string, redemptionsThisMonth = 0) =>
    decidePaidPlan(state, { tenantId, plan, reference, redemptionsThisMonth });
  const end = (state: Subscription, reference: string, redemptionsThisMonth = 0) =>
    decideEndPlan(state, { tenantId, reference, redemptionsThisMonth });

  it('start, change, also back to an earlier one of the same reference, and end', () => {
    const pro = after(paid(free, 'pro', 'sub_1'));
    expect(pro).toMatchObject({ plan: 'pro', reference: 'sub_1' });
    const ultra = after(paid(pro, 'ultra', 'sub_1', 7), NOW, pro);
    expect(ultra).toMatchObject({ plan: 'ultra', reference: 'sub_1', planChanges: 2 });
    expect(paid(ultra, 'pro', 'sub_1')).toMatchObject([{ type: 'PlanChanged', data: { from: 'ultra', to: 'pro' } }]);
    expect(after(end(ultra, 'sub_1', 7), NOW, ultra)).toMatchObject({ plan: 'free', reference: null });
  });

  it('without a limit of redemptions carry none over', () => {
    const some = holding('redemptions', ['r1', 'r2'], '2026-06-01T00:00:00.000Z');
    const pro = after(paid(some, 'pro', 'sub_1'), NOW, some);
    expect(used(after(paid(pro, 'ultra', 'sub_1', 40), NOW, pro), 'redemptions', NOW)).toBe(2);
  });

  it('ignore repeated and late notices', () => {
    const pro = after(paid(free, 'pro', 'sub_1'));
    expect(paid(pro, 'pro', 'sub_1')).toEqual([]);
    expect(end(pro, 'sub_0')).toEqual([]);
    const over = after(end(pro, 'sub_1'), NOW, pro);
    expect(end(over, 'sub_1')).toEqual([]);
    const other = after(paid(pro, 'ultra', 'sub_2'), NOW, pro);
    expect(paid(other, 'pro', 'sub_1')).toEqual([]);
    expect(end(other, 'sub_1')).toEqual([]);
  });

  it('start again when a subscription that was not paid is paid', () => {
    const pro = after(paid(free, 'pro', 'sub_1'));
    const unpaid = after(end(pro, 'sub_1'), NOW, pro);
    expect(paid(unpaid, 'pro', 'sub_1')).toEqual([
      { type: 'SubscriptionStarted', data: { tenantId, plan: 'pro', reference: 'sub_1' } },
    ]);
  });

  it('delete nothing on a downgrade, and refuse new items above the limits', () => {
    const pro = holding('activeQrs', ['a', 'b', 'c', 'd'], TOMORROW, started('pro'));
    const down = after(end(pro, 'sub_1'), NOW, pro);
    expect(used(down, 'activeQrs', NOW)).toBe(4);
    expect(refusalOf(() => reserve(down, 'activeQrs', [item('e', TOMORROW)]))?.code).toBe('PLAN_LIMIT_REACHED');
    expect(reserve(down, 'activeQrs', [item('a', '2026-05-12T10:00:00.000Z')])).toHaveLength(1);
    expect(reserve(down, 'activeQrs', [item('e')], TOMORROW)).toHaveLength(1);
  });

  it('count the redemptions of the month once on a downgrade', () => {
    const some = holding('redemptions', ['r1', 'r2'], '2026-06-01T00:00:00.000Z');
    const pro = after(paid(some, 'pro', 'sub_1'), NOW, some);
    const down = after(end(pro, 'sub_1', 49), NOW, pro);
    expect(used(down, 'redemptions', NOW)).toBe(49);
    const fifty = holding('redemptions', ['r50'], '2026-06-01T00:00:00.000Z', down);
    expect(refusalOf(() => reserve(fifty, 'redemptions', [item('r51')]))?.code).toBe('PLAN_LIMIT_REACHED');
    expect(used(fifty, 'redemptions', '2026-06-01T00:00:00.000Z')).toBe(0);
  });

  it('limit the depth of splits and typed codes', () => {
    expect(refusalOf(() => assertPlanAllowsDepth('free', 1))).toBeNull();
    expect(refusalOf(() => assertPlanAllowsDepth('free', 2))?.message).toBe(
      'The Free plan allows splits 1 level deep, and this needs level 2. The owner of the business can change the plan.',
    );
    expect(refusalOf(() => assertPlanAllowsDepth('pro', 32))).toBeNull();
    expect(refusalOf(() => assertPlanAllowsStaffCodes('free'))?.code).toBe('PLAN_LIMIT_REACHED');
    expect(refusalOf(() => assertPlanAllowsStaffCodes('ultra'))).toBeNull();
    expect(refusalOf(() => assertPlanAllowsDesigns('pro'))?.code).toBe('PLAN_LIMIT_REACHED');
    expect(refusalOf(() => assertPlanAllowsDesigns('ultra'))).toBeNull();
  });
});
