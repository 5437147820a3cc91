import { type Benefit, benefitDisplay } from '@perktree/contracts/benefit';
import type { V1RedemptionAnswer } from '@perktree/contracts/http/v1';
import { type Currency, fromMinor } from '@perktree/contracts/money';
import { READ_MODEL_SCHEMA } from '@perktree/contracts/read-models';
import type { EventStore } from '@perktree/event-store/port';
import type { KeyCaller } from '@perktree/platform/http/key-caller';
import type { Pool } from 'pg';
import { createProjectedWait } from '../lookups/projected.ts';

/** A redemption as API version 1 returns it. */
export interface OwnRedemption extends V1RedemptionAnswer {
  readonly reversedAt: string | null;
}

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

interface Row {
  site_id: string;
  qr_id: string;
  benefit_type: Benefit['type'];
  discount_percent: number | null;
  discount_fixed_amount: number | null;
  text_reward: string | null;
  sale_minor: string;
  currency: Currency;
  reference: string | null;
  redeemed_at: string | Date;
  confirmed_at: string | Date | null;
  redeemed_position: string;
  reversed_at: string | Date | null;
}

export function createFindOwnRedemption(deps: {
  readonly pool: Pool;
  readonly store: Pick<EventStore, 'head'>;
}): FindOwnRedemption {
  const projected = createProjectedWait({ ...deps, names: ['redemptions'] });
  const find = async ({ tenantId, siteIds }: KeyCaller, redemptionId: string) => {
    const { rows } = await deps.pool.query<Row>({
      name: 'v1-redemption',
      text: `SELECT site_id, qr_id, benefit_type, discount_percent, discount_fixed_amount, text_reward, sale_minor::text,
             currency, reference, redeemed_at, confirmed_at, redeemed_position::text, reversed_at
             FROM ${READ_MODEL_SCHEMA}.redemptions
             WHERE redemption_id = $1 AND tenant_id = $2 AND ($3::uuid[] IS NULL OR site_id = ANY($3))`,
      values: [redemptionId, tenantId, siteIds],
    });
    return rows[0] ? answerOf(redemptionId, rows[0]) : null;
  };
  const newest = async (key: KeyCaller, redemptionId: string) => {
    await projected();
    return find(key, redemptionId);
  };
  return { known: async (key, redemptionId) => (await find(key, redemptionId)) ?? newest(key, redemptionId), newest };
}

function answerOf(id: string, row: Row): OwnRedemption {
  const benefit: Benefit = {
    ...{ type: row.benefit_type, textReward: row.text_reward },
    ...{ discountPercent: row.discount_percent, discountFixedAmount: row.discount_fixed_amount },
  };
  return {
    ...{ id, siteId: row.site_id, qrId: row.qr_id, currency: row.currency, reference: row.reference },
    benefit: benefitDisplay(benefit, row.currency),
    saleAmount: fromMinor(BigInt(row.sale_minor), row.currency),
    redeemedAt: iso(row.confirmed_at ?? row.redeemed_at),
    position: row.redeemed_position,
    reversedAt: row.reversed_at === null ? null : iso(row.reversed_at),
  };
}

const iso = (time: string | Date) => new Date(time).toISOString();
