import type { StaffCodeEvent } from '@perktree/contracts/catalogue/events';
import { type CommandContext, deriveUuid } from '../command.ts';
import type { Fold } from '../fold.ts';

/** Commands of the specs of the engine: each notes wrong codes, which carry a number. */
export const STREAM = 'staffCodes-a-b';
export const id = (name: string) => deriveUuid('engine spec', name);

/** Counts events of any type. */
export const counter: Fold<number, StaffCodeEvent> = { initialState: 0, evolve: (count) => count + 1 };

export const missed = (missesInWindow = 1, staffId = 'staff'): StaffCodeEvent => ({
  type: 'RedemptionCodeMissed',
  data: { siteId: id('site'), tenantId: id('tenant'), staffId, missesInWindow, lockedUntil: null },
});
export const numberOf = ({ data }: { readonly data: unknown }) =>
  (data as { readonly missesInWindow: number }).missesInWindow;

let commands = 0;
/** Of a command of its own, or the one of that name. */
export function context(name: string | number = `number ${commands++}`): CommandContext {
  return {
    ...{ commandId: id(`command ${name}`), commandName: 'Miss', correlationId: 'c', causationId: 'c' },
    ...{ actor: { id: 'staff', role: 'staff' as const }, now: '2026-05-01T10:00:00.000Z' },
    readAt: Number.POSITIVE_INFINITY,
  };
}
