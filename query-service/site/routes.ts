import { brandAnswerOf } from '@perktree/contracts/brand/answer';
import { brandCalls } from '@perktree/contracts/brand/calls';
import type { Currency } from '@perktree/contracts/kernel/money';
import { DELETED_USER, searchedName } from '@perktree/contracts/kernel/person-name';
import { siteCalls } from '@perktree/contracts/site/calls';
import type { PlanId } from '@perktree/contracts/subscription/plans';
import { mountCall } from '@perktree/platform/http/mount-call';
import type { FastifyInstance } from 'fastify';
import { brandOf } from '../brand/brand-of.ts';
import type { QueryServiceDeps } from '../engine/deps.ts';
import { mountListing } from '../engine/listing/mount-listing.ts';
import { ofReadableSite, readableSite, type SiteRow } from '../engine/scope.ts';
import { select } from '../engine/sql.ts';
import { configurationOf } from './configuration-of.ts';
import { sitesCsv, staffCsv } from './csv.ts';
import { mountInvitations } from './invitations.ts';
import { SITES, STAFF, sitesScope } from './query.ts';

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
    keptTexts: async (ids) => {
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
