import type { ReadModelRow } from '@perktree/contracts/catalogue/read-models';
import { byTime, type Listing } from '../engine/listing/listing.ts';
import { siteZoneColumn } from '../engine/time-zones.ts';
import { benefitTextSql } from '../qr/benefit-of.ts';

export type MyScanRow = ReadModelRow<'scans'> & {
  readonly site_name: string;
  readonly currency: string;
  readonly configuration: string;
};

/** Configurations from before the field existed show the benefit. */
const IS_SHOWN = `coalesce((s.configuration::json ->> 'showBenefitBeforeRedeem')::boolean, true)`;

/** The name that customers know: of the brand, else the site's. */
const SITE = `coalesce(b.brand::json ->> 'name', s.name)`;

/** Scans of a customer. A search does not find benefits that the site withholds until redemption. */
export const MY_SCANS: Listing<MyScanRow> = {
  columns: `c.*, ${SITE} AS site_name, s.currency, s.configuration, ${siteZoneColumn(null)}`,
  from: `read_models.scans c JOIN read_models.sites s ON s.site_id = c.site_id
    LEFT JOIN read_models.site_brands b ON b.site_id = c.site_id`,
  id: 'c.scan_id',
  idOf: (row) => row.scan_id,
  text: `concat_ws(E'\\n', ${SITE}, c.qr_name,
    CASE WHEN c.redeemed_at IS NOT NULL OR ${IS_SHOWN} THEN ${benefitTextSql('c')} END)`,
  kept: null,
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
