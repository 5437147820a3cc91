import { type ColumnWords, csvColumns, siteTime } from '@perktree/contracts/kernel/csv-columns';
import { DELETED_USER, personName } from '@perktree/contracts/kernel/person-name';
import { REFUSALS, type RefusalCode, type Refused, refusalSentence } from '@perktree/contracts/kernel/refusals';
import { REFUSED_COMMANDS, type RefusalAnswer, redemptionListCalls } from '@perktree/contracts/redemption/list-calls';
import { readableTenants } from '@perktree/platform/http/session';
import type { FastifyInstance } from 'fastify';
import type { QueryServiceDeps } from '../engine/deps.ts';
import { byTime, type Listing } from '../engine/listing/listing.ts';
import { mountListing } from '../engine/listing/mount-listing.ts';
import { ofReadableSite } from '../engine/scope.ts';
import { siteZoneColumn } from '../engine/time-zones.ts';

const ATTEMPTS: Readonly<Record<RefusalAnswer['command'], ColumnWords>> = {
  scan: ['Scan', 'Escaneo'],
  redeem: ['Redemption', 'Canje'],
  staffRedeem: ['Redemption at the counter', 'Canje en el mostrador'],
  claim: ['Claim', 'Reclamación'],
};

const refusalsCsv = csvColumns<RefusalAnswer & { readonly actorId?: string }>([
  ['Time', 'Hora', siteTime((row) => row.at), 'time'],
  ['Person ID', 'ID de la persona', (row) => row.personId],
  ['Person', 'Persona', (row, _, language) => personName(row.personName, language)],
  ['Tried by (ID)', 'Lo intentó (ID)', (row) => row.actorId ?? null],
  ['Tried by', 'Lo intentó', (row, _, language) => personName(row.actorName, language)],
  ['Attempt', 'Intento', (row, inLanguage) => inLanguage(ATTEMPTS[row.command])],
  ['QR ID', 'ID del QR', (row) => row.qrId],
  ['QR', 'QR', (row) => row.qrName],
  ['Code', 'Código', (row) => row.code],
  ['Reason', 'Motivo (en inglés)', (row) => row.message],
]);

/** Under the names of the answer. */
type RefusalRow = Omit<RefusalAnswer, 'personName' | 'actorName' | 'message' | 'values'> & {
  readonly actorId: string;
  /** JSON. */
  readonly refusal_values: string | null;
  readonly site_time_zone: string;
};

/** Prefix that separates codes of refusals from ids of people. */
const CODE = 'code ';

/** Refused attempts (command-service/http/outcomes). Searched by people, QR, code and the code's English sentence. */
const REFUSED_ATTEMPTS: Listing<RefusalRow> = {
  columns: `f.refusal_id AS id, to_char(f.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at,
    f.person_id AS "personId", f.actor_id AS "actorId", f.site_id AS "siteId", f.qr_id AS "qrId", q.name AS "qrName",
    f.command, f.code, f.refusal_values::text, ${siteZoneColumn(null)}`,
  from: `command_service.refusals f
    LEFT JOIN read_models.sites s ON s.site_id = f.site_id
    LEFT JOIN read_models.qrs q ON q.qr_id = f.qr_id`,
  id: 'f.refusal_id',
  idOf: (row) => row.id,
  text: `coalesce(q.name, '')`,
  textIds: ['f.person_id', 'f.actor_id', `'${CODE}' || f.code`],
  filters: Object.fromEntries(REFUSED_COMMANDS.map((command) => [command, `f.command = '${command}'`])),
  sorts: byTime('f.at', (row: RefusalRow) => row.at),
};

/** Refused attempts at a site, and of a person. */
export function mountRefusals(app: FastifyInstance, deps: QueryServiceDeps): void {
  const { pool, accounts } = deps;
  const shown = {
    listing: REFUSED_ATTEMPTS,
    itemsOf,
    csv: refusalsCsv,
    textsOf: async (ids: readonly string[]) => {
      const names = await accounts.displayNames(ids.filter((id) => !id.startsWith(CODE)));
      const codes = ids.filter((id) => id.startsWith(CODE)).map((id) => id.slice(CODE.length));
      return new Map([...names, ...codes.map((code) => [CODE + code, `${code} ${sentenceOf(code)}`] as const)]);
    },
  };
  mountListing(app, deps, redemptionListCalls.siteRefusals, { ...shown, scopeOf: ofReadableSite(pool, 'f.site_id') });
  mountListing(app, deps, redemptionListCalls.personRefusals, {
    ...shown,
    scopeOf: async ({ params, session }) => {
      const ofPerson = 'f.person_id = (:scope::text[])[1]';
      const tenants = readableTenants(session);
      return {
        condition: tenants === null ? ofPerson : `${ofPerson} AND s.tenant_id = ANY((:scope::text[])[2:]::uuid[])`,
        value: [params.personId, ...(tenants ?? [])],
      };
    },
  });

  async function itemsOf(rows: readonly RefusalRow[]): Promise<RefusalAnswer[]> {
    const names = await accounts.displayNames([...new Set(rows.flatMap((row) => [row.personId, row.actorId]))]);
    const nameOf = (id: string) => names.get(id) ?? DELETED_USER;
    return rows.map(({ actorId, refusal_values, site_time_zone: _, ...row }) => {
      const values: Refused['values'] = JSON.parse(refusal_values ?? '{}');
      const people = { personName: nameOf(row.personId), actorName: nameOf(actorId) };
      return { ...row, ...people, message: sentenceOf(row.code, values), values };
    });
  }
}

const sentenceOf = (code: string, values?: Refused['values']) =>
  code in REFUSALS ? refusalSentence(code as RefusalCode, values) : code;
