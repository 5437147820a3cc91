import { BY_POSITION, readModelTable } from '../engine/tables/read-model-table.ts';

/** Businesses that have had a plan other than Free, and the plan of each now. */
export const plansTable = readModelTable({
  name: 'plans',
  key: 'tenant_id',
  columns: { tenant_id: 'uuid', plan: 'text' },
  indexes: [BY_POSITION],
});
