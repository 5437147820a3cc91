import { type MyScanAnswer, scanningCalls } from '@perktree/contracts/http/scanning';
import type { Currency } from '@perktree/contracts/money';
import type { ReadModelRow } from '@perktree/contracts/read-models';
import { Refused } from '@perktree/contracts/refusals';
import { mountCall } from '@perktree/platform/http/mount-call';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { benefitOf } from '../benefit-of.ts';
import type { QueryServiceDeps } from '../deps.ts';
import { cutPage, type Page, pageOf, timeAndId } from '../page.ts';
import { signedIn } from '../scope.ts';
import { select } from '../sql.ts';
import { shownBenefit } from '../withheld.ts';

type MyScanRow = ReadModelRow<'scans'> & {
  readonly site_name: string;
  readonly currency: string;
  readonly configuration: string;
};

export function mountMyScans(app: FastifyInstance, deps: QueryServiceDeps): void {
  const { pool, authenticate, clock } = deps;
  mountCall(app, authenticate, scanningCalls.myScans, async ({ query, session, reply }) => {
    const page = pageOf(query, timeAndId);
    const rows = await scansOf(pool, signedIn(session).userId, page);
    const now = clock().toISOString();
    const shown = cutPage(reply, page, rows, (row) => [row.scanned_at, row.scan_id]);
    return { answer: shown.map((row) => myScan(row, now)) };
  });

  mountCall(app, authenticate, scanningCalls.myScan, async ({ params, session }) => {
    const [row] = await select<MyScanRow>(
      pool,
      `${SCANS} WHERE c.customer_id = $1 AND c.scan_id = $2`,
      [signedIn(session).userId, params.scanId],
      'my-scan',
    );
    if (row === undefined) throw new Refused('NOT_FOUND');
    return { answer: myScan(row, clock().toISOString()) };
  });
}

const SCANS = `SELECT c.*, s.name AS site_name, s.currency, s.configuration
  FROM read_models.scans c JOIN read_models.sites s ON s.site_id = c.site_id`;

function scansOf(pool: Pool, customerId: string, { limit, after }: Page<[string, string]>) {
  return select<MyScanRow>(
    pool,
    `${SCANS}
     WHERE c.customer_id = $1 AND ($2::timestamptz IS NULL OR (c.scanned_at, c.scan_id) < ($2, $3::uuid))
     ORDER BY c.scanned_at DESC, c.scan_id DESC LIMIT $4`,
    [customerId, after?.[0], after?.[1], limit + 1],
  );
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
