/**
 * A periodic job. It only triggers commands and cleanup, which decide whether there is anything to do, so a lost, late
 * or repeated run is harmless.
 */
export interface RecurringJob {
  /** Letters and dashes: BullMQ takes no colons. */
  readonly name: string;
  readonly everyMs: number;
  readonly run: () => Promise<void>;
}
