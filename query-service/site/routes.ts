import { Readable } from 'node:stream';
import type { WantedInvitations } from '@perktree/contracts/account/account-store';
import { brandAnswerOf } from '@perktree/contracts/brand/answer';
import { brandCalls } from '@perktree/contracts/brand/calls';
import { HEADERS, XLSX_TYPE } from '@perktree/contracts/kernel/call';
import { csvOf } from '@perktree/contracts/kernel/csv';
import { csvColumns, siteTime } from '@perktree/contracts/kernel/csv-columns';
import type { Currency } from '@perktree/contracts/kernel/money';
import { DELETED_USER, personName, searchedName } from '@perktree/contracts/kernel/person-name';
import { type SiteAnswer, type SiteInvitation, type StaffAnswer, siteCalls } from '@perktree/contracts/site/calls';
import type { PlanId } from '@perktree/contracts/subscription/plans';
import { csvFormatOf, languageOf, listFileOf } from '@perktree/platform/http/list-file';
import { mountCall } from '@perktree/platform/http/mount-call';
import { xlsxOf } from '@perktree/platform/http/xlsx';
import { select } from '@perktree/platform/postgres/select';
import type { FastifyInstance } from 'fastify';
import { brandOf } from '../brand/shown-brands.ts';
import type { QueryServiceDeps } from '../engine/deps.ts';
import { mountListing } from '../engine/listing/mount-listing.ts';
import { searchWords } from '../engine/listing/search.ts';
import { cutPage, pageOf, timeAndId } from '../engine/page.ts';
import { ofReadableSite, readableSite, type SiteRow } from '../engine/scope.ts';
import { configurationOf } from './configuration-of.ts';
import { SITES, STAFF, sitesScope } from './query.ts';

const sitesCsv = csvColumns<SiteAnswer>([
  ['Site', 'Sitio', ({ id }) => id],
  ['Name', 'Nombre', ({ name }) => name],
  ['Currency', 'Moneda', ({ currency }) => currency],
  [
    'Status',
    'Estado',
    ({ isActive }, inLanguage) => inLanguage(isActive ? ['Active', 'Activo'] : ['Inactive', 'Inactivo']),
  ],
  ['Created', 'Creado', siteTime(({ createdAt }) => createdAt), 'time'],
  ['Time zone', 'Zona horaria', ({ timeZone }) => timeZone],
]);

const staffCsv = csvColumns<StaffAnswer>([
  ['Name', 'Nombre', ({ name }, _, language) => personName(name, language)],
  ['Email', 'Correo electrónico', ({ email }) => email],
  ['Joined', 'Alta', siteTime(({ joinedAt }) => joinedAt), 'time'],
]);

const invitationsCsv = csvColumns<SiteInvitation>([
  ['Email', 'Correo electrónico', ({ email }) => email],
  ['Invited', 'Invitación', siteTime(({ invitedAt }) => invitedAt), 'time'],
  ['Expires', 'Caduca', siteTime(({ expiresAt }) => expiresAt), 'time'],
]);

/** Serves open invitations like `mountListing`, but from the account store: only it has the email addresses. */
function mountInvitations(app: FastifyInstance, deps: QueryServiceDeps): void {
  const { pool, authenticate, accounts, clock } = deps;

  mountCall(app, authenticate, siteCalls.listInvitations, async ({ params, query, session, request, reply }) => {
    const site = await readableSite(pool, session, params.siteId);
    const wanted: WantedInvitations = {
      siteId: site.site_id,
      now: clock(),
      words: searchWords(query.q ?? ''),
      oldestFirst: query.sort === 'oldest',
      limit: null,
      after: null,
    };
    reply.header('Vary', 'Accept, Accept-Language');
    const file = listFileOf(request);
    if (file !== null) {
      // An invitation is open for a few days, so a site has few.
      const columns = invitationsCsv(languageOf(request));
      const { timeZone } = configurationOf(site.configuration);
      const invitations = await accounts.openInvitations(wanted);
      const rows = invitations.map((invitation) => ({ ...invitation, site_time_zone: timeZone }));
      if (file === 'xlsx') return { stream: xlsxOf(columns, [rows]), contentType: XLSX_TYPE };
      const csv = csvOf(columns, rows, csvFormatOf(request));
      return { stream: Readable.from([csv]), contentType: 'text/csv; charset=utf-8' };
    }
    const page = pageOf(query, timeAndId);
    const [rows, total] = await Promise.all([
      accounts.openInvitations({ ...wanted, limit: page.limit + 1, after: page.after }),
      page.after === null ? accounts.countOpenInvitations(wanted) : null,
    ]);
    if (total !== null) reply.header(HEADERS.totalCount, String(total));
    return { answer: [...cutPage(reply, page, rows, (row) => [row.invitedAt, row.invitationId])] };
  });
}

export function mountSites(app: FastifyInstance, deps: QueryServiceDeps): void {
  const { pool, authenticate, accounts } = deps;

  mountListing(app, deps, siteCalls.listSites, {
    listing: SITES,
    scopeOf: async ({ session }) => sitesScope(session),
    itemsOf: async (rows) => rows.map(siteAnswer),
    csv: sitesCsv,
  });

  mountCall(app, authenticate, brandCalls.siteBrand, async ({ params, session }) => {
    const site = await readableSite(pool, session, params.siteId);
    const [row] = await select<{ brand: string | null; plan: PlanId | null }>(
      pool,
      `SELECT (SELECT brand FROM read_models.site_brands WHERE site_id = :siteId) AS brand,
         (SELECT plan FROM read_models.plans WHERE tenant_id = :tenantId) AS plan`,
      { siteId: site.site_id, tenantId: site.tenant_id },
    );
    return { answer: brandAnswerOf(brandOf(row?.brand ?? null), row?.plan ?? 'free') };
  });

  mountCall(app, authenticate, siteCalls.siteConfiguration, async ({ params, session }) => {
    const site = await readableSite(pool, session, params.siteId);
    return { answer: configurationOf(site.configuration) };
  });

  mountInvitations(app, deps);

  mountListing(app, deps, siteCalls.listStaff, {
    listing: STAFF,
    scopeOf: ofReadableSite(pool, 'w.site_id'),
    itemsOf: async (staff) => {
      const contacts = await accounts.contacts(staff.map((row) => row.user_id));
      return staff.map((row) => ({
        userId: row.user_id,
        name: contacts.get(row.user_id)?.name ?? DELETED_USER,
        email: contacts.get(row.user_id)?.email ?? '',
        status: 'active' as const,
        joinedAt: row.joined_at,
      }));
    },
    csv: staffCsv,
    textsOf: async (ids) => {
      const contacts = await accounts.contacts(ids);
      return new Map(ids.map((id) => [id, searchedContact(contacts.get(id))]));
    },
  });
}

const siteAnswer = (row: SiteRow) => ({
  id: row.site_id,
  name: row.name,
  currency: row.currency as Currency,
  isActive: row.is_active,
  createdAt: row.created_at,
  timeZone: configurationOf(row.configuration).timeZone,
});

const searchedContact = (contact: { readonly name: string; readonly email: string } | undefined) =>
  contact === undefined ? searchedName(DELETED_USER) : `${contact.name}\n${contact.email}`;
