import type { CommandContext } from './command-context.ts';

/**
 * The audit relies on a command being stored within a minute of the instant that it took for now
 * (audit-service/replay/clock-disorder.ts). Of that minute the store may take the rest, in milliseconds.
 */
const OLDEST_MS = 30_000;

/** The process has stood still, or was kept waiting, since the command's time was read: it may not be stored any more. */
export function isTooOld({ readAt }: Pick<CommandContext, 'readAt'>): boolean {
  return Date.now() - readAt > OLDEST_MS;
}
