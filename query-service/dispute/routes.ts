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

/** Under the names of the answer. */
type DisputeRow = Omit<DisputeAnswer, 'site'> & Record<'site_id' | 'site_name' | 'site_time_zone', string>;

/** Disputes that are not closed. */
const DISPUTES: Listing<DisputeRow> = {
  columns: `d.redemption_id AS "redemptionId", r.qr_name AS title, d.site_id, s.name AS site_name, d.state,
    d.opened_at AS "openedAt", d.changed_at AS "changedAt", d.notes, ${siteZoneColumn(null)}`,
  from: `read_models.disputes d JOIN read_models.redemptions r USING (redemption_id)
    JOIN read_models.sites s ON s.site_id = d.site_id`,
  where: `d.state <> 'closed'`,
  id: 'd.redemption_id',
  idOf: (row) => row.redemptionId,
  text: `concat_ws(E'\\n', r.qr_name, s.name)`,
  filters: { open: `d.state = 'open'`, answered: `d.state = 'answered'` },
  sorts: byTime('d.changed_at', (row: DisputeRow) => row.changedAt),
};

export function mountDisputes(app: FastifyInstance, deps: QueryServiceDeps): void {
  mountListing(app, deps, supportCalls.disputes, {
    listing: DISPUTES,
    scopeOf: async ({ session }) => ofReadableTenants(session, 'd.tenant_id'),
    itemsOf: async (rows) =>
      rows.map(({ site_id, site_name, site_time_zone: _, ...row }) => ({
        ...row,
        site: { id: site_id, name: site_name },
      })),
    csv: disputesCsv,
  });
}
