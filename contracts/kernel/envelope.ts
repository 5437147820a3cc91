import { z } from 'zod';

/** The roles, strongest first: the order in which a default active role is chosen. */
export const ROLES = ['superadmin', 'site_owner', 'auditor', 'staff', 'distributor', 'customer'] as const;
export const roleSchema = z.enum(ROLES);
export type Role = z.infer<typeof roleSchema>;

/**
 * The actor. `api_key` is a program of a business, `visitor` an anonymous caller, `system` a job or an operator's command line.
 * Ids only: names and addresses are in the account store.
 */
const actorSchema = z.strictObject({
  id: z.string().min(1),
  role: z.enum([...ROLES, 'api_key', 'visitor', 'system']),
});
export type Actor = z.infer<typeof actorSchema>;

/**
 * The metadata of every event. The `$` names are EventStoreDB's own, so its
 * by-correlation-id projection works on them.
 */
export const eventMetadataSchema = z.strictObject({
  $correlationId: z.string().min(1),
  $causationId: z.string().min(1),
  actor: actorSchema,
  commandId: z.string().min(1),
  commandName: z.string().min(1),
  schemaVersion: z.int().min(1),
  /** The command's clock, ISO 8601 UTC: the one instant at which all events of a command happened. */
  recordedAt: z.iso.datetime(),
});
export type EventMetadata = z.infer<typeof eventMetadataSchema>;

/** An event as a decision returns it. */
export interface Fact<Type extends string = string, Data = unknown> {
  readonly type: Type;
  readonly data: Data;
}

/** A fact with its place in history. `position` orders all events of a store; `revision` those of a stream, from 0. */
export interface Recorded<F extends Fact = Fact> {
  readonly stream: string;
  readonly revision: number;
  readonly position: bigint;
  readonly eventId: string;
  readonly fact: F;
  readonly metadata: EventMetadata;
}
