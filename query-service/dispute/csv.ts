import { type ColumnWords, csvColumns, siteTime } from '@perktree/contracts/kernel/csv-columns';
import type { DisputeAnswer } from '@perktree/contracts/support/calls';

const STATES: Readonly<Record<DisputeAnswer['state'], ColumnWords>> = {
  open: ['Open', 'Abierta'],
  answered: ['Answered', 'Respondida'],
  closed: ['Closed', 'Cerrada'],
};

export const disputesCsv = csvColumns<DisputeAnswer>([
  ['Redemption', 'Canje', ({ redemptionId }) => redemptionId],
  ['QR', 'QR', ({ title }) => title],
  ['Site ID', 'ID del sitio', ({ site }) => site.id],
  ['Site', 'Sitio', ({ site }) => site.name],
  ['State', 'Estado', ({ state }, inLanguage) => inLanguage(STATES[state])],
  ['Opened', 'Abierta', siteTime(({ openedAt }) => openedAt), 'time'],
  ['Newest note', 'Última nota', siteTime(({ changedAt }) => changedAt), 'time'],
  ['Notes', 'Notas', ({ notes }) => notes],
]);
