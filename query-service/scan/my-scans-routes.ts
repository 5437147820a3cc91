import type { Currency } from '@perktree/contracts/kernel/money';
import { Refused } from '@perktree/contracts/kernel/refusals';
import { benefitOf } from '@perktree/contracts/qr/benefit-row';
import { type MyScanAnswer, scanningCalls } from '@perktree/contracts/scan/calls';
import { mountCall } from '@perktree/platform/http/mount-call';
import type { FastifyInstance } from 'fastify';
import { brandOfCustomer } from '../brand/shown-brands.ts';
import type { QueryServiceDeps } from '../engine/deps.ts';
import { mountListing } from '../engine/listing/mount-listing.ts';
import { select } from '../engine/sql.ts';
import { shownBenefit } from '../site/withheld.ts';
import { myScansCsv } from './my-scans-csv.ts';
import { MY_SCANS, type MyScanRow } from './my-scans-listing.ts';

export function mountMyScans(app: FastifyInstance, deps: QueryServiceDeps): void {
  const { pool, authenticate, clock } = deps;
  mountListing(app, deps, scanningCalls.myScans, {
    listing: MY_SCANS,
    scopeOf: async ({ session }) => ({ condition: 'c.customer_id = :scope', value: session.userId }),
    itemsOf: async (rows, now) => rows.map((row) => myScan(row, now)),
    csv: (language) => myScansCsv(clock().toISOString())(language),
  });

  mountCall(app, authenticate, scanningCalls.myBrand, async ({ session }) => ({
    answer: { brand: session.role === 'customer' ? await brandOfCustomer(pool, session.userId) : null },
  }));

  mountCall(app, authenticate, scanningCalls.myScan, async ({ params, session }) => {
    const [row] = await select<MyScanRow>(
      pool,
      `SELECT ${MY_SCANS.columns} FROM ${MY_SCANS.from} WHERE c.customer_id = $1 AND c.scan_id = $2`,
      [session.userId, params.scanId],
      'my-scan',
    );
    if (row === undefined) throw new Refused('NOT_FOUND');
    return { answer: myScan(row, clock().toISOString()) };
  });
}

function myScan(row: MyScanRow, now: string): MyScanAnswer {
  const isRedeemed = row.redeemed_at !== null;
  const awaitsConfirmation = row.awaiting_until !== null && row.awaiting_until > now;
  const isOpen = awaitsConfirmation || (!isRedeemed && row.expires_at > now);
  return {
    scanId: row.scan_id,
    name: row.qr_name,
    siteName: row.site_name,
    currency: row.currency as Currency,
    ...shownBenefit(benefitOf(row), row.configuration, isRedeemed),
    isRedeemed,
    scanDate: row.scanned_at,
    redeemedAt: row.redeemed_at,
    expiresAtUtc: row.expires_at,
    awaitsConfirmation,
    redemptionCode: isOpen ? row.redemption_code : null,
    redemptionToken: isOpen ? row.redemption_token : null,
  };
}
