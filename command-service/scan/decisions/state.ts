import type { EventData, RedemptionCodeEvent, ScanEvent } from '@perktree/contracts/catalogue/events';
import type { Decider } from '../../engine/decider.ts';

/** Null: no such scan. */
export type ScanState = EventData<'QrScanned'> | null;

export const scanDecider: Decider<ScanState, ScanEvent> = {
  initialState: null,
  evolve: (_, event) => event.data,
};

/** The last reservation of a code at a site. The code is free again from `expiresAt` on. */
export type CodeReservation = EventData<'RedemptionCodeReserved'> | null;

export const codeReservationDecider: Decider<CodeReservation, RedemptionCodeEvent> = {
  initialState: null,
  evolve: (_, event) => event.data,
};
