import { csvColumns, siteTime } from '@perktree/contracts/csv-columns';
import type { BlockedDistributorAnswer } from '@perktree/contracts/http/distributors';
import { personName } from '@perktree/contracts/person-name';

export const blockedCsv = csvColumns<BlockedDistributorAnswer>([
  ['Distributor ID', 'ID del distribuidor', ({ distributorId }) => distributorId],
  ['Distributor', 'Distribuidor', ({ name }, _, language) => personName(name, language)],
  ['Blocked', 'Bloqueado', siteTime(({ blockedAt }) => blockedAt), 'time'],
  ['Reason', 'Motivo', ({ reason }) => reason],
]);
