import { READ_MODEL_SCHEMA, type ReadModelRow } from '@perktree/contracts/catalogue/read-models';
import type { v1Calls } from '@perktree/contracts/catalogue/v1';
import { type Currency, fromMinor } from '@perktree/contracts/kernel/money';
import { benefitDisplay } from '@perktree/contracts/qr/benefit';
import { type BenefitRow, benefitOfRow } from '@perktree/contracts/qr/benefit-row';
import type { EventStore } from '@perktree/event-store/port';
import type { KeyCaller } from '@perktree/platform/http/key-caller';
import { select } from '@perktree/platform/postgres/select';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { createProjectedWait } from '../http/lookups/projected.ts';

/** A redemption as API version 1 returns it, with what was reversed of it. */
export type OwnRedemption = z.input<typeof v1Calls.v1Redemption.answer>;

/**
 * A redemption of a site of the key; null if none exists.
 * @throws Refused READ_MODEL_BEHIND if the read model is too far behind to tell
 */
interface FindOwnRedemption {
  /** Waits for the read model only if the redemption is unknown. */
  known(key: KeyCaller, redemptionId: string): Promise<OwnRedemption | null>;
  /** Includes everything stored before the call, such as a reversal. */
  newest(key: KeyCaller, redemptionId: string): Promise<OwnRedemption | null>;
}

type Row = BenefitRow &
  Pick<
    ReadModelRow<'redemptions'>,
    | ('site_id' | 'qr_id' | 'sale_minor' | 'reference' | 'redeemed_at' | 'confirmed_at' | 'redeemed_position')
    | ('reversed_at' | 'reversed_minor' | 'is_wholly_reversed')
  > & { readonly currency: Currency };

export function createFindOwnRedemption(deps: {
  readonly pool: Pool;
  readonly store: Pick<EventStore, 'head'>;
}): FindOwnRedemption {
  const projected = createProjectedWait({ ...deps, names: ['redemptions'] });
  const find = async ({ tenantId, siteIds }: KeyCaller, redemptionId: string) => {
    const rows = await select<Row>(
      deps.pool,
      `SELECT site_id, qr_id, benefit_type, discount_percent, discount_fixed_amount, text_reward, sale_minor, currency,
         reference, redeemed_at, confirmed_at, redeemed_position, reversed_at, reversed_minor, is_wholly_reversed
       FROM ${READ_MODEL_SCHEMA}.redemptions
       WHERE redemption_id = $1 AND tenant_id = $2 AND ($3::uuid[] IS NULL OR site_id = ANY($3))`,
      [redemptionId, tenantId, siteIds],
      'v1-redemption',
    );
    return rows[0] ? answerOf(redemptionId, rows[0]) : null;
  };
  const newest = async (key: KeyCaller, redemptionId: string) => {
    await projected();
    return find(key, redemptionId);
  };
  return { known: async (key, redemptionId) => (await find(key, redemptionId)) ?? newest(key, redemptionId), newest };
}

function answerOf(id: string, row: Row): OwnRedemption {
  return {
    id,
    siteId: row.site_id,
    qrId: row.qr_id,
    currency: row.currency,
    reference: row.reference,
    benefit: benefitDisplay(benefitOfRow(row), row.currency),
    saleAmount: fromMinor(row.sale_minor, row.currency),
    redeemedAt: row.confirmed_at ?? row.redeemed_at,
    position: row.redeemed_position.toString(),
    reversedAt: row.reversed_at,
    reversedAmount: fromMinor(row.reversed_minor, row.currency),
    whollyReversed: row.is_wholly_reversed,
  };
}
