import type { PlanId } from '@perktree/contracts/subscription/plans';
import { defineProjection } from '../engine/live/projection.ts';
import { BY_POSITION, readModelTable } from '../engine/tables/read-model-table.ts';

/** Businesses that have had a plan other than Free, and the plan of each now. */
const plansTable = readModelTable({
  name: 'plans',
  key: 'tenant_id',
  columns: { tenant_id: 'uuid', plan: 'text' },
  indexes: [BY_POSITION],
});

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
