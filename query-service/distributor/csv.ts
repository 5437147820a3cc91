import type { BlockedDistributorAnswer } from '@perktree/contracts/distributor/calls';
import { csvColumns, siteTime } from '@perktree/contracts/kernel/csv-columns';
import { personName } from '@perktree/contracts/kernel/person-name';

export const blockedCsv = csvColumns<BlockedDistributorAnswer>([
  ['Distributor ID', 'ID del distribuidor', ({ distributorId }) => distributorId],
  ['Distributor', 'Distribuidor', ({ name }, _, language) => personName(name, language)],
  ['Blocked', 'Bloqueado', siteTime(({ blockedAt }) => blockedAt), 'time'],
  ['Reason', 'Motivo', ({ reason }) => reason],
]);
