import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { type Redeemed, RedeemRefused } from './redeemed.ts';

const LONGEST_PATH = 4;

/** The strongest opponent: the same transaction in one round trip (the function is in plain-tables.ts). */
export async function redeemByFunction(pool: Pool, token: string, staffId: string): Promise<Redeemed> {
  const redemptionId = randomUUID();
  const { rows } = await pool.query<{
    refusal: string | null;
    benefit: string;
    customer: string;
    sale: string;
    currency: string;
  }>({
    name: 'redeem',
    text: 'SELECT * FROM plain.redeem($1, $2, $3, $4::uuid[])',
    values: [token, staffId, redemptionId, Array.from({ length: LONGEST_PATH }, () => randomUUID())],
  });
  const [row] = rows;
  if (row === undefined || row.refusal !== null) throw new RedeemRefused(row?.refusal ?? 'INVALID_TOKEN');
  return {
    redemptionId,
    discountPercent: Number(row.benefit),
    customerName: row.customer,
    saleMinor: Number(row.sale),
    currency: row.currency,
  };
}
