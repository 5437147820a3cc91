import type { ReadModelRow } from '@perktree/contracts/catalogue/read-models';
import { type ColumnWords, csvColumns, siteTime } from '@perktree/contracts/kernel/csv-columns';
import type { Currency } from '@perktree/contracts/kernel/money';
import { Refused } from '@perktree/contracts/kernel/refusals';
import { benefitOfRow } from '@perktree/contracts/qr/benefit-row';
import { benefitLabel } from '@perktree/contracts/qr/shown-benefit';
import { type MyScanAnswer, scanningCalls } from '@perktree/contracts/scan/calls';
import { mountCall } from '@perktree/platform/http/mount-call';
import { select } from '@perktree/platform/postgres/select';
import type { FastifyInstance } from 'fastify';
import { brandOfCustomer } from '../brand/shown-brands.ts';
import type { QueryServiceDeps } from '../engine/deps.ts';
import { byTime, type Listing } from '../engine/listing/listing.ts';
import { mountListing } from '../engine/listing/mount-listing.ts';
import { siteZoneColumn } from '../engine/time-zones.ts';
import { benefitTextSql } from '../qr/qr-row.ts';
import { shownBenefit } from '../site/withheld.ts';

type MyScanRow = ReadModelRow<'scans'> & {
  readonly site_name: string;
  readonly currency: string;
  readonly configuration: string;
  /** Null: its redemption is not wholly reversed. */
  readonly undone_at: string | null;
};

/** Configurations from before the field existed show the benefit. */
const IS_SHOWN = `coalesce((s.configuration::json ->> 'showBenefitBeforeRedeem')::boolean, true)`;

/** The name that customers know: of the brand, else the site's. */
const SITE = `coalesce(b.brand::json ->> 'name', s.name)`;

/** Of the shown rows alone: a join would read all redemptions. */
const UNDONE_AT = `(SELECT r.reversed_at FROM read_models.redemptions r
  WHERE r.redemption_id = c.redemption_id AND r.is_wholly_reversed) AS undone_at`;

/** Scans of a customer. A search does not find benefits that the site withholds until redemption. */
const MY_SCANS: Listing<MyScanRow> = {
  columns: `c.*, ${SITE} AS site_name, s.currency, s.configuration, ${UNDONE_AT}, ${siteZoneColumn(null)}`,
  from: `read_models.scans c JOIN read_models.sites s ON s.site_id = c.site_id
    LEFT JOIN read_models.site_brands b ON b.site_id = c.site_id`,
  id: 'c.scan_id',
  idOf: (row) => row.scan_id,
  text: `concat_ws(E'\\n', ${SITE}, c.qr_name,
    CASE WHEN c.redeemed_at IS NOT NULL OR ${IS_SHOWN} THEN ${benefitTextSql('c')} END)`,
  filters: {
    available: 'c.redeemed_at IS NULL AND c.expires_at > :now::timestamptz',
    redeemed: 'c.redeemed_at IS NOT NULL',
    expired: 'c.redeemed_at IS NULL AND c.expires_at <= :now::timestamptz',
    open: '(c.redeemed_at IS NULL AND c.expires_at > :now::timestamptz) OR c.awaiting_until > :now::timestamptz',
  },
  sorts: {
    ...byTime('c.scanned_at', (row: MyScanRow) => row.scanned_at),
    expiry: { by: 'c.expires_at', type: 'timestamptz', descending: false, of: (row) => row.expires_at },
  },
};

/**
 * The CSV leaves codes out: anyone who has one can redeem it.
 * @param now ISO 8601 UTC
 */
const myScansCsv = (now: string) =>
  csvColumns<MyScanAnswer>([
    ['Scanned', 'Escaneado', siteTime((scan) => scan.scanDate), 'time'],
    ['Benefit', 'Beneficio', (scan, _, language) => benefitLabel(scan, language, 'scan')],
    ['Business', 'Negocio', (scan) => scan.siteName],
    ['QR', 'QR', (scan) => scan.name],
    ['State', 'Estado', (scan, inLanguage) => inLanguage(stateOf(scan, now))],
    ['Redeemed', 'Canjeado', siteTime((scan) => scan.redeemedAt), 'time'],
    ['Expires', 'Caduca', siteTime((scan) => scan.expiresAtUtc), 'time'],
  ]);

function stateOf({ isRedeemed, undoneAt, expiresAtUtc }: MyScanAnswer, now: string): ColumnWords {
  if (undoneAt !== null) return ['Undone', 'Deshecho'];
  if (isRedeemed) return ['Redeemed', 'Canjeado'];
  return expiresAtUtc !== null && expiresAtUtc <= now ? ['Expired', 'Caducado'] : ['Available', 'Disponible'];
}

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
    ...shownBenefit(benefitOfRow(row), row.configuration, isRedeemed),
    isRedeemed,
    scanDate: row.scanned_at,
    redeemedAt: row.redeemed_at,
    undoneAt: row.undone_at,
    expiresAtUtc: row.expires_at,
    awaitsConfirmation,
    redemptionCode: isOpen ? row.redemption_code : null,
    redemptionToken: isOpen ? row.redemption_token : null,
  };
}
