import { Readable } from 'node:stream';
import { HEADERS, XLSX_TYPE } from '@perktree/contracts/kernel/common';
import { csvOf } from '@perktree/contracts/kernel/csv';
import { siteCalls } from '@perktree/contracts/site/calls';
import type { WantedInvitations } from '@perktree/platform/accounts';
import { csvFormatOf, languageOf, listFileOf } from '@perktree/platform/http/list-file';
import { mountCall } from '@perktree/platform/http/mount-call';
import { xlsxOf } from '@perktree/platform/http/xlsx';
import type { FastifyInstance } from 'fastify';
import type { QueryServiceDeps } from '../engine/deps.ts';
import { searchWords } from '../engine/listing/search.ts';
import { cutPage, pageOf, timeAndId } from '../engine/page.ts';
import { readableSite } from '../engine/scope.ts';
import { configurationOf } from './configuration-of.ts';
import { invitationsCsv } from './csv.ts';

/** Serves open invitations like `mountListing`, but from the account store: only it has the email addresses. */
export function mountInvitations(app: FastifyInstance, deps: QueryServiceDeps): void {
  const { pool, authenticate, accounts, clock } = deps;

  mountCall(app, authenticate, siteCalls.listInvitations, async ({ params, query, session, request, reply }) => {
    const site = await readableSite(pool, session, params.siteId);
    const wanted: WantedInvitations = {
      ...{ siteId: site.site_id, now: clock(), words: searchWords(query.q ?? '') },
      ...{ oldestFirst: query.sort === 'oldest', limit: null, after: null },
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
