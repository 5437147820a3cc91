import { siteCalls } from '@perktree/contracts/http/sites';
import type { Currency } from '@perktree/contracts/money';
import { DELETED_USER } from '@perktree/contracts/person-name';
import { mountCall } from '@perktree/platform/http/mount-call';
import type { FastifyInstance } from 'fastify';
import { configurationOf } from '../configuration-of.ts';
import type { QueryServiceDeps } from '../deps.ts';
import { cutPage, pageOf, timeAndId } from '../page.ts';
import { readableSite, signedIn } from '../scope.ts';
import { sitesOf, staffOf } from './query.ts';

export function mountSites(app: FastifyInstance, deps: QueryServiceDeps): void {
  const { pool, authenticate, accounts } = deps;

  mountCall(app, authenticate, siteCalls.listSites, async ({ query, session, reply }) => {
    const page = pageOf(query, timeAndId);
    const rows = await sitesOf(pool, signedIn(session), page);
    const shown = cutPage(reply, page, rows, (row) => [row.created_at, row.site_id]);
    return {
      answer: shown.map((row) => ({
        id: row.site_id,
        name: row.name,
        currency: row.currency as Currency,
        isActive: row.is_active,
        createdAt: row.created_at,
      })),
    };
  });

  mountCall(app, authenticate, siteCalls.siteConfiguration, async ({ params, session }) => {
    const site = await readableSite(pool, signedIn(session), params.siteId);
    return { answer: configurationOf(site.configuration) };
  });

  mountCall(app, authenticate, siteCalls.listInvitations, async ({ params, session }) => {
    const site = await readableSite(pool, signedIn(session), params.siteId);
    return { answer: [...(await accounts.openInvitations(site.site_id, deps.clock()))] };
  });

  mountCall(app, authenticate, siteCalls.listStaff, async ({ params, session }) => {
    const site = await readableSite(pool, signedIn(session), params.siteId);
    const staff = await staffOf(pool, site.site_id);
    const contacts = await accounts.contacts(staff.map((row) => row.user_id));
    return {
      answer: staff.map((row) => ({
        userId: row.user_id,
        name: contacts.get(row.user_id)?.name ?? DELETED_USER,
        email: contacts.get(row.user_id)?.email ?? '',
        status: 'active' as const,
        joinedAt: row.joined_at,
      })),
    };
  });
}
