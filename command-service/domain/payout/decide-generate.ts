import type { PayoutEvent } from '@perktree/contracts/events/catalogue';
import { fromMinor } from '@perktree/contracts/money';
import type { Payout, PayoutsState } from './state.ts';
import { combineStep, MAX_ENTRIES, type Settle, unsettledOf } from './unsettled.ts';

export interface GeneratePayout extends Settle {
  readonly payoutId: string;
  readonly minimumMinor: bigint;
  readonly settlement: Payout['settlement'];
}

/**
 * The next step to one payout of all that is payable, where its net reaches the minimum; else everything is carried over,
 * what was taken back included (domain.md 9). With more than MAX_ENTRIES entries, earlier steps combine entries to sums.
 * An entry that is in a payout already is left out, so it is in one at most, however old the list of entries is.
 * @returns empty when there is nothing left to do
 */
export function decideGeneratePayout(
  state: PayoutsState,
  command: GeneratePayout,
  maxEntries: number = MAX_ENTRIES,
): readonly PayoutEvent[] {
  const { payoutId, siteId, tenantId, distributorId, currency, minimumMinor, settlement } = command;
  if (state.payouts.has(payoutId)) return [];
  const unsettled = unsettledOf(state, command);
  const { netMinor, ids } = unsettled;
  if (netMinor <= 0n || netMinor < minimumMinor) return [];
  const step = combineStep(command, unsettled, maxEntries);
  if (step !== null) return [step];
  const payee = { payoutId, siteId, tenantId, distributorId, currency };
  const amount = fromMinor(netMinor, currency);
  return [{ type: 'PayoutGenerated', data: { ...payee, settlement, amount, entryIds: [...ids] } }];
}
