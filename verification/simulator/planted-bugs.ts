/** Bugs of the distributed kind, each a switch inside one of the simulator's doubles. */
export const PLANTED_BUGS = [
  /** The store ignores the expected revision. */
  'guard not checked',
  /** The store compares the revision first and appends a round trip later. */
  'two writers',
  /** The store acknowledges some appends without storing them. */
  'acknowledged and not stored',
  /** After a failover that lost events, the store accepts appends that were decided on the lost ones. */
  'store gone back beneath a cache',
  /** The subscription skips events. */
  'subscription with a gap',
  /** The checkpoint moves one round trip before the rows are written. */
  'checkpoint outside the transaction',
  /** A projector that lost its lease still writes. */
  'lease without a fence',
  /** The asynchronous read models receive the events of a batch in reverse order. */
  'feed out of order',
  /** After a kill the asynchronous read models start where the inline ones stand. */
  'asynchronous group lost at a kill',
  /** Each retry of a client carries a new idempotency key. */
  'retry without the command id',
] as const;

export type PlantedBug = (typeof PLANTED_BUGS)[number];
