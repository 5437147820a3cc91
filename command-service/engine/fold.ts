import type { Actor } from '@perktree/contracts/kernel/envelope';
import type { ByteReader, ByteWriter } from './packed/bytes.ts';

/**
 * Folds the events of a stream to the state that decisions need. Pure: no clock, randomness or I/O. Decisions are separate
 * functions, one per command.
 */
export interface Fold<State, Event> {
  readonly initialState: State;
  /**
   * The state after an event.
   * @param at `recordedAt` of the event, ISO 8601 UTC
   * @param by the role in which its actor caused it; the engine always gives it
   */
  evolve(state: State, event: Event, at: string, by?: Actor['role']): State;
  /** Memory that the state takes for an event, roughly, in bytes. Default: 250, and as much again for each item of a list. */
  bytesOf?(event: Event): number;
  /** For streams that may become long. Default: no snapshots. */
  readonly snapshots?: StateSnapshots<State>;
}

/** How states are kept as snapshots. */
export interface StateSnapshots<State> {
  /** Identifies the fold, as a stream may have several. */
  readonly name: string;
  /** Increase it when `evolve`, the state or its encoding changes: snapshots of other versions are ignored. */
  readonly version: number;
  write(out: ByteWriter, state: State): void;
  /** @throws Error if the bytes are truncated */
  read(bytes: ByteReader): State;
}
