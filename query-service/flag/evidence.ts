import type { ReadModelRow } from '@perktree/contracts/catalogue/read-models';
import type { FlagAnswer } from '@perktree/contracts/flag/calls';
import { type FlagEvidence, type FlagKind, flagEvidenceSchema } from '@perktree/contracts/flag/rules';
import { type Currency, fromMinor } from '@perktree/contracts/kernel/money';
import { select } from '@perktree/platform/postgres/select';
import type { Pool } from 'pg';

/** A redemption that met the rule of a flag. `staffId` null: the customer confirmed alone. */
export type NamedRedemption = Omit<FlagAnswer['evidence'][number], 'staff' | 'customer'> & {
  readonly staffId: string | null;
  readonly customerId: string;
};

type Flag = Pick<ReadModelRow<'flags'>, 'flag_id' | 'kind' | 'evidence'>;

/** Kinds whose rule counts a redemption before staff confirm it. The other rules count it on confirmation. */
const AT_REDEMPTION: readonly string[] = ['shared_device', 'network_burst'] satisfies FlagKind[];

const HAD_NO_STAFF = `r.confirmed_via = 'self'
  OR r.confirmed_at IS NOT NULL AND f.kind IN (${AT_REDEMPTION.map((kind) => `'${kind}'`).join(', ')})`;

/** SQL array of the ids of the people in the evidence of a row `f` of `flags`. */
export const PEOPLE_OF_EVIDENCE = `ARRAY(
  SELECT unnest(ARRAY[r.customer_id, CASE WHEN ${HAD_NO_STAFF} THEN NULL ELSE r.confirmed_by END])
  FROM jsonb_array_elements(f.evidence::jsonb) e
  JOIN read_models.redemptions r ON r.redemption_id = (e ->> 'redemptionId')::uuid)`;

const REDEMPTIONS = 'SELECT * FROM read_models.redemptions WHERE redemption_id = ANY(:ids::uuid[])';

/** The evidence of each flag by its id, oldest first. A redemption that `redemptions` does not have (yet) is left out. */
export async function evidenceOf(
  pool: Pool,
  flags: readonly Flag[],
): Promise<ReadonlyMap<string, readonly NamedRedemption[]>> {
  const named = flags.map(({ flag_id, kind, evidence }) => ({
    flag_id,
    kind,
    evidence: flagEvidenceSchema.parse(JSON.parse(evidence)),
  }));
  const ids = new Set(named.flatMap(({ evidence }) => evidence.map(({ redemptionId }) => redemptionId)));
  const rows = ids.size === 0 ? [] : await select<ReadModelRow<'redemptions'>>(pool, REDEMPTIONS, { ids: [...ids] });
  const redemptions = new Map(rows.map((row) => [row.redemption_id, row]));
  return new Map(
    named.map(({ flag_id, kind, evidence }) => [
      flag_id,
      evidence.flatMap((one) => {
        const redemption = redemptions.get(one.redemptionId);
        return redemption === undefined ? [] : [namedRedemption(kind, redemption, one)];
      }),
    ]),
  );
}

function namedRedemption(
  kind: string,
  row: ReadModelRow<'redemptions'>,
  { usual }: FlagEvidence[number],
): NamedRedemption {
  const currency = row.currency as Currency;
  const isBeforeStaff = row.confirmed_at !== null && AT_REDEMPTION.includes(kind);
  return {
    redemptionId: row.redemption_id,
    staffId: row.confirmed_via === 'self' || isBeforeStaff ? null : row.confirmed_by,
    customerId: row.customer_id,
    redeemedAt: row.confirmed_at === null || isBeforeStaff ? row.redeemed_at : row.confirmed_at,
    sale: { amount: fromMinor(row.sale_minor, currency), usual: usual ?? null, currency },
    reversal: row.reversed_at === null ? null : row.is_wholly_reversed ? 'wholly' : 'partly',
  };
}
