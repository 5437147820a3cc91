import { projections } from '@perktree/projector/catalogue';
import { expect, it } from 'vitest';
import { MONEY_TABLES, type MoneyTable, NOT_COMPARED, notCompared } from './money-tables.ts';

/** By which sums are found. */
const KEYS: Readonly<Partial<Record<MoneyTable, readonly string[]>>> = {
  earnings: ['site_id', 'distributor_id', 'currency', 'month'],
  daily_activity: ['qr_id', 'quarter_hour'],
  activity_totals: ['scope', 'quarter_hour', 'currency'],
};

it.each(Object.keys(MONEY_TABLES) as MoneyTable[])('names each column of %s that is not compared', (name) => {
  const { id, values } = MONEY_TABLES[name];
  const table = projections.find((projection) => projection.table.name === name)?.table;
  const named = [id, ...(KEYS[name] ?? []), ...Object.keys(values), ...(NOT_COMPARED[name] ?? [])];
  expect([...new Set<string>(named)].sort()).toEqual(Object.keys(table?.columns ?? {}).sort());
});

it('names the read models and streams that an audit leaves out', () => {
  expect(notCompared({ from: '2026-01-01' }, true)).toContain('earnings');
  expect(notCompared({ distributorId: 'ana' }, true)).toContain('redemptions');
  expect(notCompared({ siteId: 'site' }, false)).toContain('dispute-*');
  expect(notCompared({}, true)).not.toContain('payouts');
});
