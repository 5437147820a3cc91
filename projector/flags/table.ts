import { BY_POSITION_OFTEN_CHANGED, readModelTable } from '../read-model-table.ts';

export const flagsTable = readModelTable(
  'flags',
  [
    { name: 'site', on: 'site_id, last_seen_at DESC, flag_id DESC', where: 'last_seen_at IS NOT NULL' },
    BY_POSITION_OFTEN_CHANGED,
  ],
  // Rows change with every redemption that they watch, and grow.
  { parsed: ['recent', 'evidence'], fillFactor: 50 },
);
