import type { EventData, RedemptionCodeEvent, ScanEvent } from '@perktree/contracts/catalogue/events';
import type { Fold } from '../../engine/fold.ts';

/** Null: no such scan. */
export type ScanState = EventData<'QrScanned'> | null;

export const scanFold: Fold<ScanState, ScanEvent> = {
  initialState: null,
  evolve: (_, event) => event.data,
};

/** The last reservation of a code at a site. The code is free again from `expiresAt` on. */
export type CodeReservation = EventData<'RedemptionCodeReserved'> | null;

export const codeReservationFold: Fold<CodeReservation, RedemptionCodeEvent> = {
  initialState: null,
  evolve: (_, event) => event.data,
};
