import { hash } from 'node:crypto';
import type { Actor } from '@perktree/contracts/kernel/envelope';
import { uuidOfHash } from '@perktree/contracts/kernel/uuid';
import type { Timers } from '@perktree/platform/time/timers';
import type { Fold } from './fold.ts';

/** What every command carries in addition to its own fields. */
export interface CommandContext {
  /** Idempotency key: event ids and new ids derive from it, so a repeated command appends nothing. */
  readonly commandId: string;
  readonly commandName: string;
  readonly actor: Actor;
  readonly correlationId: string;
  readonly causationId: string;
  /** The one instant at which the command happens, ISO 8601 UTC. */
  readonly now: string;
  /** `timers.now()` when `now` was taken; `now` itself may come from another clock. */
  readonly readAt: number;
  /**
   * `timers.now()` before anything was read for the command, where that was before `readAt`: what was read since then may be of a
   * server that has been replaced.
   */
  readonly arrivedAt?: number;
}

/**
 * The audit relies on a command being stored within 60 s of its `now` (contracts/kernel/durations.ts).
 * The command may use 30 s of them; the rest is left to the store.
 */
const MAX_AGE_MS = 30_000;

/** An expired command must not be appended: its process was suspended, or the command waited too long. */
export function isExpired({ readAt }: Pick<CommandContext, 'readAt'>, timers: Timers): boolean {
  return timers.now() - readAt > MAX_AGE_MS;
}

export interface Execution<State, Event> {
  readonly stream: string;
  readonly fold: Fold<State, Event>;
  /**
   * Returns the events to append; empty means there is nothing to do. Pure: it runs again when the stream has changed.
   * @throws Refused to refuse the command; nothing is appended
   */
  readonly decide: (state: State, revision: number) => readonly Event[];
  readonly context: CommandContext;
  /** Expect an empty stream: skip the first read. A wrong guess costs one revision conflict. */
  readonly isNew?: boolean;
}

export interface Executed<State, Event> {
  /** The events that the command appended, now or when it was first executed. */
  readonly events: readonly Event[];
  /** The state after them. */
  readonly state: State;
  readonly revision: number;
  /** Position of the last of the events; undefined without events. */
  readonly position: bigint | undefined;
}

/**
 * A deterministic UUID (version 8, RFC 9562): the same parts give the same id in every process, so a repeated command
 * creates the same ids. Each part is prefixed by its length, so that ('a', 'b') and ('ab') differ.
 */
export function deriveUuid(...parts: readonly (string | number)[]): string {
  const text = parts.map((part) => `${String(part).length}:${part}`).join('');
  // `hash` is faster than `createHash`, and a command derives several ids.
  return uuidOfHash(hash('sha256', text, 'hex'));
}
