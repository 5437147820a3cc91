import { BY_POSITION, readModelTable } from '../read-model-table.ts';

export const disputesTable = readModelTable('disputes', [
  // What is not closed, for who has to see to it; closed ones are many more.
  { name: 'pending', on: 'changed_at DESC, position DESC', where: `state <> 'closed'` },
  { name: 'qr', on: 'qr_id' },
  BY_POSITION,
]);
