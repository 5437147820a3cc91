// No schema here: the public pages take this along, and have no room for one.

/** Where the stream of changes is (server-sent events). It is no JSON call: other-calls.ts says it for the reference. */
export const LIVE_PATH = '/api/events';

/**
 * The events of the stream. `ready` comes first and says from where on changes are told; `invalidate` says what changed
 * for the reader; `signed-out` ends the stream, as the session has ended.
 */
export const LIVE_EVENTS = { ready: 'ready', invalidate: 'invalidate', signedOut: 'signed-out' } as const;

/**
 * The parts of a read's path, as in `["/api", "me", "dashboard"]`, or the first of them: everything that begins so is to
 * be read anew.
 */
export type LiveKey = readonly string[];

/** Data of `ready` and `invalidate`. The event's id is the position, too. */
export interface LiveMessage {
  /** What a read has to wait for (`X-Min-Position`) to be no older than the change. */
  readonly position: string;
  readonly keys: readonly LiveKey[];
}
