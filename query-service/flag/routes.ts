import type { ReadModelRow } from '@perktree/contracts/catalogue/read-models';
import { type FlagAnswer, flagCalls } from '@perktree/contracts/flag/calls';
import { FLAG_KINDS, type FlagKind } from '@perktree/contracts/flag/rules';
import { type ColumnWords, csvColumns, siteTime } from '@perktree/contracts/kernel/csv-columns';
import type { Language } from '@perktree/contracts/kernel/languages';
import { DELETED_USER, personName } from '@perktree/contracts/kernel/person-name';
import type { FastifyInstance } from 'fastify';
import type { QueryServiceDeps } from '../engine/deps.ts';
import { byTime, type Listing } from '../engine/listing/listing.ts';
import { mountListing } from '../engine/listing/mount-listing.ts';
import { ofReadableSite } from '../engine/scope.ts';
import { siteZoneColumn } from '../engine/time-zones.ts';
import { evidenceOf, type NamedRedemption, PEOPLE_OF_EVIDENCE } from './evidence.ts';

const KINDS: Readonly<Record<FlagKind, ColumnWords>> = {
  staff_burst: ['Many confirmations at once', 'Muchas confirmaciones seguidas'],
  same_staff_and_customer: ['Same staff, same customer', 'Mismo personal, mismo cliente'],
  shared_device: ['Many accounts, one browser', 'Muchas cuentas, un navegador'],
  network_burst: ['Many redemptions, one network', 'Muchos canjes, una red'],
  unusual_sale: ['Unusual sale amounts', 'Importes de venta inusuales'],
};

const flagsCsv = csvColumns<FlagAnswer>([
  ['Flag', 'Aviso', (flag) => flag.id],
  ['Kind', 'Tipo', (flag, inLanguage) => inLanguage(KINDS[flag.kind])],
  ['Subject', 'Sujeto', subjectOf],
  ['Redemptions', 'Canjes', (flag) => flag.redemptions],
  ['First seen', 'Visto por primera vez', siteTime((flag) => flag.firstSeenAt), 'time'],
  ['Last seen', 'Visto por última vez', siteTime((flag) => flag.lastSeenAt), 'time'],
  ['Reviewed by', 'Revisado por', ({ review }, _, language) => (review ? personName(review.by.name, language) : '')],
  ['Reviewed', 'Revisado', siteTime((flag) => flag.review?.at ?? null), 'time'],
  ['Reason', 'Motivo', (flag) => flag.review?.reason ?? ''],
]);

/** People by name; a browser or network by the last characters of its id, as the screen shows it. */
function subjectOf(
  { staff, customer, deviceId, networkId }: FlagAnswer,
  inLanguage: (words: ColumnWords) => string,
  language: Language,
): string {
  const nameOf = ({ name }: { readonly name: string }) => personName(name, language);
  if (staff && customer) return `${nameOf(staff)} ${inLanguage(['and', 'y'])} ${nameOf(customer)}`;
  if (deviceId) return `${inLanguage(['Browser', 'Navegador'])} ${deviceId.slice(-6)}`;
  if (networkId) return `${inLanguage(['Network', 'Red'])} ${networkId.slice(-6)}`;
  const person = staff ?? customer;
  return person ? nameOf(person) : inLanguage(['This site', 'Este sitio']);
}

type FlagRow = ReadModelRow<'flags'> & { readonly first_seen_at: string; readonly last_seen_at: string };

/** Raised flags of a site. The table also has subjects that have not met their rule often enough. */
const FLAGS: Listing<FlagRow> = {
  columns: `f.*, ${siteZoneColumn('f.site_id')}`,
  from: 'read_models.flags f',
  where: 'f.last_seen_at IS NOT NULL',
  id: 'f.flag_id',
  idOf: (row) => row.flag_id,
  text: 'coalesce(f.device_id, f.network_id)::text',
  textIds: `ARRAY[f.staff_id, f.customer_id] || ${PEOPLE_OF_EVIDENCE}`,
  filters: {
    unreviewed: 'f.redemptions > coalesce(f.reviewed_redemptions, 0)',
    ...Object.fromEntries(FLAG_KINDS.map((kind) => [kind, `f.kind = '${kind}'`])),
  },
  sorts: {
    ...byTime('f.last_seen_at', (row: FlagRow) => row.last_seen_at),
    redemptions: {
      by: 'f.redemptions::bigint',
      type: 'bigint',
      descending: true,
      of: (row) => String(row.redemptions),
    },
  },
};

export function mountFlags(app: FastifyInstance, deps: QueryServiceDeps): void {
  mountListing(app, deps, flagCalls.siteFlags, {
    listing: FLAGS,
    scopeOf: ofReadableSite(deps.pool, 'f.site_id'),
    itemsOf: async (rows) => {
      const evidence = await evidenceOf(deps.pool, rows);
      const flags = rows.map((row) => ({ row, evidence: evidence.get(row.flag_id) ?? [] }));
      const [names, reasons] = await Promise.all([
        deps.accounts.displayNames([...new Set(flags.flatMap(peopleOf))]),
        deps.accounts.noteTexts(rows.flatMap((row) => row.review_note_id ?? [])),
      ]);
      return flags.map((flag) => flagAnswer(flag, names, reasons));
    },
    csv: flagsCsv,
  });
}

interface Flag {
  readonly row: FlagRow;
  readonly evidence: readonly NamedRedemption[];
}

function peopleOf({ row, evidence }: Flag): string[] {
  const ids = [
    row.staff_id,
    row.customer_id,
    row.reviewed_by,
    ...evidence.flatMap(({ staffId, customerId }) => [staffId, customerId]),
  ];
  return ids.filter((id) => id !== null);
}

function flagAnswer(
  { row, evidence }: Flag,
  names: ReadonlyMap<string, string>,
  reasons: ReadonlyMap<string, string>,
): FlagAnswer {
  const person = (id: string) => ({ id, name: names.get(id) ?? DELETED_USER });
  const personOrNull = (id: string | null) => (id === null ? null : person(id));
  return {
    id: row.flag_id,
    kind: row.kind as FlagAnswer['kind'],
    staff: personOrNull(row.staff_id),
    customer: personOrNull(row.customer_id),
    deviceId: row.device_id,
    networkId: row.network_id,
    redemptions: row.redemptions,
    firstSeenAt: row.first_seen_at,
    lastSeenAt: row.last_seen_at,
    review: reviewOf(row, person, reasons),
    evidence: evidence.map(({ staffId, customerId, ...redemption }) => {
      return { ...redemption, staff: personOrNull(staffId), customer: person(customerId) };
    }),
  };
}

function reviewOf(
  row: FlagRow,
  person: (id: string) => { readonly id: string; readonly name: string },
  reasons: ReadonlyMap<string, string>,
): FlagAnswer['review'] {
  const { reviewed_at: at, reviewed_by: by, review_note_id: noteId, reviewed_redemptions: redemptions } = row;
  if (at === null || by === null || redemptions === null) return null;
  return { by: person(by), at, reason: reasons.get(noteId ?? '') ?? null, redemptions };
}
