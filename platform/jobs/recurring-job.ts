/**
 * Something that has to happen again and again. It only asks for commands and house-keeping; whether there is anything
 * to do is decided there, so a lost, late or doubled run changes nothing.
 */
export interface RecurringJob {
  /** Letters and dashes: BullMQ takes no colons. */
  readonly name: string;
  readonly everyMs: number;
  readonly run: () => Promise<void>;
}
