import { z } from 'zod';
import { DISABLED_REASONS, SUBSCRIPTIONS } from './endpoints.ts';

const endpoint = { tenantId: z.uuid(), endpointId: z.uuid() };
const subscription = {
  eventTypes: z.array(z.enum(SUBSCRIPTIONS)).min(1),
  /** Null: all sites of the business, also later ones. */
  siteIds: z.array(z.uuid()).nullable(),
};

/** Events of a `webhookEndpoints-{tenantId}` stream. Addresses and secrets are in the account store. */
export const webhookEndpointEvents = {
  WebhookEndpointCreated: z.strictObject({ ...endpoint, ...subscription }),
  /** What it receives from now on, or another address. */
  WebhookEndpointChanged: z.strictObject({ ...endpoint, ...subscription }),
  WebhookEndpointRemoved: z.strictObject(endpoint),
  /** The secret before it signs, too, until `overlapUntil`. */
  WebhookSecretRotated: z.strictObject({ ...endpoint, overlapUntil: z.iso.datetime() }),
  WebhookEndpointDisabled: z.strictObject({ ...endpoint, reason: z.enum(DISABLED_REASONS) }),
  WebhookEndpointEnabled: z.strictObject(endpoint),
  /** The messages after this position are delivered again. */
  WebhookReplayRequested: z.strictObject({ ...endpoint, afterPosition: z.string().regex(/^\d+$/) }),
};
