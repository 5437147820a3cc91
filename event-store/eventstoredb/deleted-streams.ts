import { eventTypeFilter, START } from '@eventstore/db-client';
import { systemTimers } from '@perktree/platform/time/timers';
import { isTruncated, METADATA_PREFIX, toPosition } from './stored-events.ts';
import type { Timing } from './timing.ts';
import type { WireClient } from './wire-client.ts';

/** Events that the server filters before it reports its progress. */
const SEARCH_WINDOW = 10_000;

/**
 * Streams that were deleted or truncated in the event store, from the metadata events of the whole log. The server scans the
 * log once for each process, starting with the first call of `has`. Until the scan is complete, and while the connection is
 * lost, the answer for other streams is unknown.
 */
export class DeletedStreams {
  private readonly names = new Set<string>();
  private isComplete = false;
  private started = false;
  /** The position up to which the server has filtered. */
  private position = 0n;

  constructor(
    private readonly following: {
      readonly connect: () => WireClient;
      readonly pauses: Timing['pauses'];
      readonly closing: AbortSignal;
    },
  ) {}

  /** Whether the stream was deleted or truncated; null if it is unknown. */
  has(stream: string): boolean | null {
    if (!this.started) {
      this.started = true;
      void this.keepFollowing();
    }
    if (this.names.has(stream)) return true;
    return this.isComplete ? false : null;
  }

  private async keepFollowing(): Promise<void> {
    const { closing, pauses } = this.following;
    while (!closing.aborted) {
      await this.follow().catch(() => {});
      this.isComplete = false;
      await systemTimers.sleep(pauses.longest, closing);
    }
  }

  /** Runs until the subscription ends. */
  private async follow(): Promise<void> {
    const { connect, closing } = this.following;
    const client = connect();
    const ended = new AbortController();
    try {
      await new Promise<void>((resolve, reject) => {
        const subscription = client.subscribeToAll({
          fromPosition: this.position === 0n ? START : toPosition(this.position),
          filter: eventTypeFilter({
            regex: '^\\$metadata$',
            maxSearchWindow: SEARCH_WINDOW,
            checkpointReached: (_, { commit }) => {
              this.position = commit;
            },
          }),
        });
        closing.addEventListener('abort', () => resolve(), { signal: ended.signal });
        subscription.on('data', ({ event }) => {
          if (event && isTruncated(event.data)) this.names.add(event.streamId.slice(METADATA_PREFIX.length));
        });
        // Wait until the events before it have been handed out.
        subscription.on('caughtUp', () =>
          setImmediate(() => {
            this.isComplete = true;
          }),
        );
        subscription.on('error', reject);
        subscription.on('end', resolve);
        subscription.on('close', resolve);
      });
    } finally {
      ended.abort();
      void client.close({ cut: true });
    }
  }
}
