/** The part of a pino logger that the event stores use. Messages never contain passwords or event data. */
export interface StoreLogger {
  info(message: string): void;
  warn(message: string): void;
}
