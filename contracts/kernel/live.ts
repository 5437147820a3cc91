// No schema here, because the script of the public pages includes this module and its size is limited.

/** Path of the change stream (server-sent events). Not a JSON call, so other-calls.ts documents it. */
export const LIVE_PATH = '/api/events';

/**
 * The events of the stream. `ready` comes first, with the position after which changes are sent; `invalidate` lists changes
 * for the reader; `heartbeat` says that the stream is alive; `signed-out` ends it, as the session has ended.
 */
export const LIVE_EVENTS = {
  ready: 'ready',
  invalidate: 'invalidate',
  heartbeat: 'heartbeat',
  signedOut: 'signed-out',
} as const;

/**
 * The parts of a read's path, as in `["/api", "me", "dashboard"]`, or the first of them: every read that begins with them
 * is invalidated.
 */
export type LiveKey = readonly string[];

/** Data of `ready` and `invalidate`. The event's id is the position, too. */
export interface LiveMessage {
  /** The `X-Min-Position` for a read that includes the change. */
  readonly position: string;
  readonly keys: readonly LiveKey[];
  /**
   * Ids of the changed rows, by the path of a list that is one of `keys`, its parts joined by slashes. The list with the
   * query `ids` answers these rows alone. Absent for a path: any of its rows may have changed.
   */
  readonly ids?: Readonly<Record<string, readonly string[]>> | undefined;
  /** In `ready` only: the signed-in user, so that a page that reconnects notices another account. */
  readonly userId?: string | undefined;
  /** In `ready` only: the active role, which says whose figures many reads answer. */
  readonly role?: string | undefined;
}
