import { benefitDisplay } from '@perktree/contracts/benefit';
import { benefitOf } from '@perktree/contracts/benefit-row';
import { dashboardCalls } from '@perktree/contracts/http/dashboard';
import type { Currency } from '@perktree/contracts/money';
import { DELETED_USER } from '@perktree/contracts/person-name';
import { mountCall } from '@perktree/platform/http/mount-call';
import type { FastifyInstance } from 'fastify';
import type { QueryServiceDeps } from '../deps.ts';
import { mountListing } from '../listing/mount-listing.ts';
import { validationsCsv } from './csv.ts';
import { confirmedAt, newestScans, VALIDATIONS, validationsScope } from './query.ts';

/** Pages show five of them; a few more leave room for a longer list. */
const NEWEST = 20;

export function mountActivity(app: FastifyInstance, deps: QueryServiceDeps): void {
  const { pool, authenticate, accounts } = deps;

  mountCall(app, authenticate, dashboardCalls.activity, async ({ session }) => {
    const scans = await newestScans(pool, session, NEWEST);
    return {
      answer: scans.map((row) => ({
        scanId: row.scan_id,
        name: row.qr_name,
        scanDate: row.scanned_at,
        isRedeemed: row.redeemed_at !== null,
      })),
    };
  });

  mountListing(app, deps, dashboardCalls.validations, {
    listing: VALIDATIONS,
    pageLength: NEWEST,
    scopeOf: async ({ session }) => validationsScope(session),
    itemsOf: async (rows) => {
      const names = await accounts.displayNames([...new Set(rows.map((row) => row.customer_id))]);
      return rows.map((row) => ({
        redemptionId: row.redemption_id,
        benefit: benefitDisplay(benefitOf(row), row.currency as Currency),
        customerName: names.get(row.customer_id) ?? DELETED_USER,
        confirmedAt: confirmedAt(row),
        status: row.is_wholly_reversed ? ('Reversed' as const) : ('Confirmed' as const),
      }));
    },
    csv: validationsCsv,
  });
}
