import type { EventData, PayoutEvent } from '@perktree/contracts/events/catalogue';
import { fromMinor } from '@perktree/contracts/money';
import { Refused } from '@perktree/contracts/refusals';
import type { PayoutsState } from './state.ts';
import { combineStep, MAX_ENTRIES, type Settle, unsettledOf } from './unsettled.ts';

export interface WriteOffBalance extends Settle {
  readonly writeOffId: string;
  /** The balance that the owner saw, in the currency's minor unit. */
  readonly amountMinor: bigint;
  readonly reason: EventData<'BalanceWrittenOff'>['reason'];
  readonly noteId: string | null;
  /** The distributor's account no longer exists. */
  readonly isErased: boolean;
}

/**
 * The next step to writing off a payable balance: a negative one, or any one of a deleted account (domain.md 9).
 * @returns empty when there is nothing left to do
 * @throws Refused NOTHING_TO_WRITE_OFF, BALANCE_OWED, BALANCE_CHANGED
 */
export function decideWriteOff(state: PayoutsState, command: WriteOffBalance): readonly PayoutEvent[] {
  const { writeOffId, siteId, tenantId, distributorId, currency, amountMinor, reason, noteId } = command;
  if (state.writeOffs.has(writeOffId)) return [];
  const unsettled = unsettledOf(state, command);
  const { netMinor, ids } = unsettled;
  const amount = fromMinor(netMinor, currency);
  if (netMinor === 0n) throw new Refused('NOTHING_TO_WRITE_OFF');
  if (netMinor > 0n && !command.isErased) throw new Refused('BALANCE_OWED');
  if (netMinor !== amountMinor) throw new Refused('BALANCE_CHANGED', { amount, currency });
  const step = combineStep(command, unsettled, MAX_ENTRIES);
  if (step !== null) return [step];
  const payee = { siteId, tenantId, distributorId, currency };
  return [{ type: 'BalanceWrittenOff', data: { ...payee, writeOffId, amount, entryIds: [...ids], reason, noteId } }];
}
