import { BY_POSITION, readModelTable } from '../read-model-table.ts';

export const flagsTable = readModelTable(
  'flags',
  [{ name: 'site', on: 'site_id, last_seen_at DESC, flag_id DESC', where: 'last_seen_at IS NOT NULL' }, BY_POSITION],
  ['recent', 'evidence'],
);
