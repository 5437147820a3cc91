import type { SubscriptionEvent } from '@perktree/contracts/catalogue/events';
import { Refused } from '@perktree/contracts/kernel/refusals';
import { quotaLimit } from '@perktree/contracts/subscription/plans';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { deriveUuid } from '../../engine/derive-uuid.ts';
import { type Subscription, subscriptionDecider, used } from './state.ts';
import { decideEndPlan, decidePaidPlan, decideReleaseQuota, decideReserveQuota } from './subscription.ts';

const tenantId = deriveUuid('tenant');
const START = Date.parse('2026-05-10T10:00:00.000Z');
const at = (minute: number) => new Date(START + minute * 60_000).toISOString();
const ids = Array.from({ length: 12 }, (_, n) => deriveUuid('qr', n));

type Step =
  | { kind: 'reserve'; which: number[]; minutes: number }
  | { kind: 'release'; which: number }
  | { kind: 'paid'; reference: number }
  | { kind: 'ended'; reference: number };

const steps = fc.array(
  fc.record({
    pass: fc.integer({ min: 0, max: 4 }),
    step: fc.oneof(
      {
        weight: 5,
        arbitrary: fc.record({ kind: fc.constant('reserve' as const), which: whichOnes(), minutes: life() }),
      },
      { weight: 2, arbitrary: fc.record({ kind: fc.constant('release' as const), which: fc.nat(11) }) },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant('paid' as const), reference: fc.nat(2) }) },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant('ended' as const), reference: fc.nat(2) }) },
    ),
  }),
  { maxLength: 40 },
);
function whichOnes() {
  return fc.uniqueArray(fc.nat(11), { minLength: 1, maxLength: 4 });
}
function life() {
  return fc.integer({ min: 1, max: 15 });
}

function decide(state: Subscription, step: Step, minute: number): readonly SubscriptionEvent[] {
  switch (step.kind) {
    case 'reserve': {
      const items = step.which.map((n) => ({ id: ids[n] ?? '', stream: 'tree', until: at(minute + step.minutes) }));
      return decideReserveQuota(state, { tenantId, quota: 'activeQrs', items, now: at(minute) });
    }
    case 'release': {
      const id = ids[step.which] ?? '';
      const generation = state.items.activeQrs.get(id)?.generation ?? 0;
      return decideReleaseQuota(state, { tenantId, quota: 'activeQrs', reservations: [{ id, generation }] });
    }
    case 'paid':
      return decidePaidPlan(state, {
        tenantId,
        plan: 'pro',
        reference: `sub_${step.reference}`,
        redemptionsThisMonth: 0,
      });
    case 'ended':
      return decideEndPlan(state, { tenantId, reference: `sub_${step.reference}`, redemptionsThisMonth: 0 });
  }
}

/** What a plain list says: by id, the minute at which it lapses. */
class PlainList {
  private readonly until = new Map<string, number>();

  note(event: SubscriptionEvent): void {
    if (event.type === 'QuotaReleased') for (const id of event.data.ids) this.until.delete(id);
    if (event.type !== 'QuotaReserved') return;
    for (const { id, until } of event.data.items) this.until.set(id, (Date.parse(until ?? '') - START) / 60_000);
  }

  held(minute: number): number {
    return [...this.until.values()].filter((until) => minute < until).length;
  }
}

/** The events; none where it is refused, which only a reservation can be. */
function decided(state: Subscription, step: Step, minute: number): readonly SubscriptionEvent[] {
  try {
    return decide(state, step, minute);
  } catch (error) {
    expect(error).toBeInstanceOf(Refused);
    expect(step.kind).toBe('reserve');
    return [];
  }
}

it('never exceeds the plan, and holds the same reservations as a plain list', () => {
  fc.assert(
    fc.property(steps, (sequence) => {
      let state = subscriptionDecider.initialState;
      let minute = 0;
      const list = new PlainList();
      for (const { pass, step } of sequence) {
        minute += pass;
        const before = list.held(minute);
        for (const event of decided(state, step, minute)) {
          state = subscriptionDecider.evolve(state, event, at(minute));
          list.note(event);
        }
        const held = list.held(minute);
        expect(used(state, 'activeQrs', at(minute))).toBe(held);
        const limit = quotaLimit(state.plan, 'activeQrs') ?? Number.POSITIVE_INFINITY;
        if (held > before) expect(held).toBeLessThanOrEqual(limit);
      }
    }),
    { numRuns: 500 },
  );
});
