import type { ReadModelRow } from '@perktree/contracts/catalogue/read-models';
import { type BlockedDistributorAnswer, distributorCalls } from '@perktree/contracts/distributor/calls';
import { csvColumns, siteTime } from '@perktree/contracts/kernel/csv-columns';
import { DELETED_USER, personName } from '@perktree/contracts/kernel/person-name';
import type { FastifyInstance } from 'fastify';
import type { QueryServiceDeps } from '../engine/deps.ts';
import { byTime, type Listing } from '../engine/listing/listing.ts';
import { mountListing } from '../engine/listing/mount-listing.ts';
import { namesAndNotes, personAndNoteSql } from '../engine/listing/names-and-notes.ts';
import { ofReadableSite } from '../engine/scope.ts';
import { siteZoneColumn } from '../engine/time-zones.ts';

const blockedCsv = csvColumns<BlockedDistributorAnswer>([
  ['Distributor ID', 'ID del distribuidor', ({ distributorId }) => distributorId],
  ['Distributor', 'Distribuidor', ({ name }, _, language) => personName(name, language)],
  ['Blocked', 'Bloqueado', siteTime(({ blockedAt }) => blockedAt), 'time'],
  ['Reason', 'Motivo', ({ reason }) => reason],
]);

type BlockRow = ReadModelRow<'site_blocks'>;

/** Searched by the distributors' names and the owner's reasons. */
const BLOCKED: Listing<BlockRow> = {
  columns: `b.*, ${siteZoneColumn('b.site_id')}`,
  from: 'read_models.site_blocks b',
  where: 'b.is_blocked',
  id: 'b.block_id',
  idType: 'text',
  idOf: (row) => row.block_id,
  textIds: personAndNoteSql('b.distributor_id', 'b.note_id'),
  sorts: byTime('b.blocked_at', (row: BlockRow) => row.blocked_at),
};

export function mountDistributors(app: FastifyInstance, deps: QueryServiceDeps): void {
  const { pool, accounts } = deps;

  mountListing(app, deps, distributorCalls.blockedDistributors, {
    listing: BLOCKED,
    scopeOf: ofReadableSite(pool, 'b.site_id'),
    itemsOf: async (rows) => {
      const [names, reasons] = await Promise.all([
        accounts.displayNames(rows.map((row) => row.distributor_id)),
        accounts.noteTexts(rows.flatMap((row) => row.note_id ?? [])),
      ]);
      return rows.map((row) => ({
        distributorId: row.distributor_id,
        name: names.get(row.distributor_id) ?? DELETED_USER,
        blockedAt: row.blocked_at,
        reason: reasons.get(row.note_id ?? '') ?? null,
      }));
    },
    csv: blockedCsv,
    textsOf: (ids) => namesAndNotes(deps, ids),
  });
}
