import type { ReadModelRow } from '@perktree/contracts/catalogue/read-models';
import { type ColumnWords, csvColumns, siteTime } from '@perktree/contracts/kernel/csv-columns';
import { type DisputeAnswer, supportCalls } from '@perktree/contracts/support/calls';
import type { FastifyInstance } from 'fastify';
import type { QueryServiceDeps } from '../engine/deps.ts';
import { byTime, type Listing } from '../engine/listing/listing.ts';
import { mountListing } from '../engine/listing/mount-listing.ts';
import { ofReadableTenants } from '../engine/scope.ts';
import { siteZoneColumn } from '../engine/time-zones.ts';

const STATES: Readonly<Record<DisputeAnswer['state'], ColumnWords>> = {
  open: ['Open', 'Abierta'],
  answered: ['Answered', 'Respondida'],
  closed: ['Closed', 'Cerrada'],
};

const disputesCsv = csvColumns<DisputeAnswer>([
  ['Redemption', 'Canje', ({ redemptionId }) => redemptionId],
  ['QR', 'QR', ({ title }) => title],
  ['Site ID', 'ID del sitio', ({ site }) => site.id],
  ['Site', 'Sitio', ({ site }) => site.name],
  ['State', 'Estado', ({ state }, inLanguage) => inLanguage(STATES[state])],
  ['Opened', 'Abierta', siteTime(({ openedAt }) => openedAt), 'time'],
  ['Newest note', 'Última nota', siteTime(({ changedAt }) => changedAt), 'time'],
  ['Notes', 'Notas', ({ notes }) => notes],
]);

type DisputeRow = ReadModelRow<'disputes'> & { readonly title: string; readonly site_name: string };

/** Disputes that are not closed. */
const DISPUTES: Listing<DisputeRow> = {
  columns: `d.*, r.qr_name AS title, s.name AS site_name, ${siteZoneColumn(null)}`,
  from: `read_models.disputes d JOIN read_models.redemptions r USING (redemption_id)
    JOIN read_models.sites s ON s.site_id = d.site_id`,
  where: `d.state <> 'closed'`,
  id: 'd.redemption_id',
  idOf: (row) => row.redemption_id,
  text: `concat_ws(E'\\n', r.qr_name, s.name)`,
  kept: null,
  filters: { open: `d.state = 'open'`, answered: `d.state = 'answered'` },
  sorts: byTime('d.changed_at', (row: DisputeRow) => row.changed_at),
};

export function mountDisputes(app: FastifyInstance, deps: QueryServiceDeps): void {
  mountListing(app, deps, supportCalls.disputes, {
    listing: DISPUTES,
    scopeOf: async ({ session }) => ofReadableTenants(session, 'd.tenant_id'),
    itemsOf: async (rows) => rows.map(disputeAnswer),
    csv: disputesCsv,
  });
}

const disputeAnswer = (row: DisputeRow): DisputeAnswer => ({
  redemptionId: row.redemption_id,
  title: row.title,
  site: { id: row.site_id, name: row.site_name },
  state: row.state as DisputeAnswer['state'],
  openedAt: row.opened_at,
  changedAt: row.changed_at,
  notes: row.notes,
});
