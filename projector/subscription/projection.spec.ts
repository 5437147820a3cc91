import { expect, it } from 'vitest';
import { SITE } from '../testing/events.ts';
import { rowsAfter } from '../testing/harness.ts';
import { plans } from './projection.ts';

const { tenantId } = SITE;
const reference = 'subscription';
const started = { type: 'SubscriptionStarted', data: { tenantId, plan: 'pro', reference } } as const;
const changed = {
  type: 'PlanChanged',
  data: { tenantId, from: 'pro', to: 'ultra', reference, redemptionsThisMonth: 0 },
} as const;
const ended = { type: 'SubscriptionEnded', data: { tenantId, reference, redemptionsThisMonth: 0 } } as const;

it.each([
  ['started', [started], 'pro'],
  ['changed', [started, changed], 'ultra'],
  ['ended', [started, changed, ended], 'free'],
])('shows the plan of a subscription that was %s', (_, events, plan) => {
  expect(rowsAfter(plans, events)).toEqual([{ tenant_id: tenantId, plan }]);
});
