/** The part of a pino logger that the event stores use. No message holds a password or an event's data. */
export interface StoreLogger {
  info(message: string): void;
  warn(message: string): void;
}
