import { BY_POSITION, readModelTable } from '../read-model-table.ts';

export const siteBlocksTable = readModelTable('site_blocks', [
  { name: 'site', on: 'site_id', where: 'is_blocked' },
  BY_POSITION,
]);
