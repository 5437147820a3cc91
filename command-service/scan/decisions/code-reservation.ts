import type { EventData, EventOf, RedemptionCodeEvent } from '@perktree/contracts/catalogue/events';
import type { Decider } from '../../engine/decider.ts';

/** The last reservation of a code at a site. The code is free again from `expiresAt` on. */
type CodeReservation = EventData<'RedemptionCodeReserved'> | null;

export const codeReservationDecider: Decider<CodeReservation, RedemptionCodeEvent> = {
  initialState: null,
  evolve: (_, event) => event.data,
};

/** Another open scan of the site holds this code: retry with another code. */
export class CodeTaken extends Error {
  override readonly name = 'CodeTaken';
}

/** @throws CodeTaken */
export function reserveCode(
  state: CodeReservation,
  wanted: EventData<'RedemptionCodeReserved'>,
  now: string,
): readonly EventOf<'RedemptionCodeReserved'>[] {
  const isHeld = state !== null && Date.parse(now) < Date.parse(state.expiresAt);
  if (isHeld && state.scanId !== wanted.scanId) throw new CodeTaken();
  if (isHeld) return [];
  return [{ type: 'RedemptionCodeReserved', data: wanted }];
}
