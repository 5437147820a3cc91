import { BY_POSITION, readModelTable } from '../read-model-table.ts';

export const siteStaffTable = readModelTable('site_staff', [
  { name: 'site', on: 'site_id' },
  { name: 'user', on: 'user_id' },
  BY_POSITION,
]);
