/**
 * How the events of a stream fold into the state that decisions are made on. Pure: no clock, randomness or I/O.
 * Decisions themselves are functions beside it, one a command.
 */
export interface Decider<State, Event> {
  readonly initialState: State;
  /**
   * The state after an event.
   * @param at when the event was recorded, ISO 8601 UTC (its metadata's `recordedAt`)
   */
  evolve(state: State, event: Event, at: string): State;
  /** Memory that the state takes for each event, compared with most other states; default 1. Bounds the stream cache. */
  readonly memoryOfEvent?: number;
}
