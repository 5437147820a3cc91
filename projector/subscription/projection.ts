import type { PlanId } from '@perktree/contracts/subscription/plans';
import { defineProjection } from '../engine/live/projection.ts';
import { plansTable } from './table.ts';

const keys = ({ tenantId }: { readonly tenantId: string }) => [tenantId];
const row = (tenantId: string, plan: PlanId) => ({ tenant_id: tenantId, plan });

export const plans = defineProjection({
  table: plansTable,
  version: 1,
  on: {
    SubscriptionStarted: { keys, evolve: (_row, { tenantId, plan }) => row(tenantId, plan) },
    PlanChanged: { keys, evolve: (_row, { tenantId, to }) => row(tenantId, to) },
    SubscriptionEnded: { keys, evolve: (_row, { tenantId }) => row(tenantId, 'free') },
  },
});
