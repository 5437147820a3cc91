import { z } from 'zod';
import { callsOf, isoTime, pageQuery, type SecurityNotice, type Sensitive, webUrl } from '../kernel/call.ts';
import { editBody } from '../kernel/edits.ts';
import { rule } from '../kernel/issue-codes.ts';
import { secret } from '../kernel/secret-text.ts';
import { DISABLED_REASONS, MAX_ENDPOINTS, SUBSCRIPTIONS } from './endpoints.ts';

const call = callsOf('Webhooks');
const access = ['site_owner'] as const;
const endpointParams = z.strictObject({ endpointId: z.uuid() });
const eventTypes = z.array(z.enum(SUBSCRIPTIONS)).min(1).max(SUBSCRIPTIONS.length);
const siteIds = z.array(z.uuid()).min(1).max(200);
const position = z.string().regex(/^\d{1,18}$/, rule('NOT_A_POSITION'));

const endpointBody = z.strictObject({
  /** https, to a public address. An operator may allow http, for development. */
  url: webUrl('NOT_HTTPS'),
  eventTypes,
  /** Null: all sites of the business, also later ones. */
  siteIds: siteIds.nullable(),
});
const endpointFields = { id: z.uuid(), url: z.string(), eventTypes, siteIds: siteIds.nullable() };
/** Verifies the `v1a` signatures (Ed25519): `whpk_` and base64. */
const publicKey = z.string();
/** In this answer only. */
const signingSecret = secret(z.string());

const webhookEndpointAnswer = z.strictObject({
  ...endpointFields,
  publicKey,
  createdAt: isoTime,
  /** `failing`: its last delivery failed, and is tried again. */
  status: z.enum(['active', 'failing', 'disabled']),
  disabledReason: z.enum(DISABLED_REASONS).nullable(),
  /** Everything up to here was delivered or is parked. */
  position: z.string(),
  /** Messages that it rejected and has not received since, of the last 30 days. */
  parked: z.int(),
  failingSince: isoTime.nullable(),
  nextAttemptAt: isoTime.nullable(),
});
export type WebhookEndpointAnswer = z.infer<typeof webhookEndpointAnswer>;

const deliveryAnswer = z.strictObject({
  id: z.uuid(),
  /** `webhook-id`: the same for every delivery of an event to an endpoint. */
  messageId: z.string(),
  type: z.string(),
  position: z.string(),
  /**
   * `pending`: not tried yet. `retrying`: failed, and tried again at `nextAttemptAt`. `parked`: rejected while a later message
   * was accepted, so deliveries went on without it.
   */
  status: z.enum(['pending', 'retrying', 'delivered', 'failed', 'parked']),
  attempts: z.int(),
  createdAt: isoTime,
  attemptedAt: isoTime.nullable(),
  nextAttemptAt: isoTime.nullable(),
  /** Null: no answer. */
  responseStatus: z.int().nullable(),
  /** The first kilobyte of the answer. */
  responseBody: z.string().nullable(),
  /** Why there was no answer. */
  error: z.string().nullable(),
  body: z.string(),
});
export type DeliveryAnswer = z.infer<typeof deliveryAnswer>;

const requested = z.strictObject({ deliveryId: z.uuid() });

/** Endpoints outlive sessions and passwords, and receive everything that happens. */
const sensitive = (notice: SecurityNotice): Sensitive => ({ proof: 'session', needsVerifiedAddress: true, notice });

export const webhookEndpointCalls = {
  createWebhookEndpoint: call('POST', '/api/webhook-endpoints', {
    summary:
      'Create a webhook endpoint. It receives what happens from now on. The answer is the only one that has its secret',
    access,
    body: endpointBody,
    answer: z.strictObject({ ...endpointFields, publicKey, secret: signingSecret }),
    status: 201,
    sensitive: sensitive('webhook_created'),
  }),
  listWebhookEndpoints: call('GET', '/api/webhook-endpoints', {
    summary: `My business's webhook endpoints, oldest first; at most ${MAX_ENDPOINTS}`,
    access,
    answer: z.array(webhookEndpointAnswer),
  }),
  changeWebhookEndpoint: call('PUT', '/api/webhook-endpoints/:endpointId', {
    summary: 'Change an endpoint’s address, types and sites. It continues at its position',
    access,
    params: endpointParams,
    body: z.strictObject({
      ...editBody(endpointBody.shape).shape,
      /** Enables an endpoint that was disabled: it receives what it missed. */
      enabled: z.literal(true).optional(),
    }),
    answer: webhookEndpointAnswer,
    sensitive: sensitive('webhook_changed'),
  }),
  removeWebhookEndpoint: call('DELETE', '/api/webhook-endpoints/:endpointId', {
    summary: 'Remove an endpoint with its delivery log',
    access,
    params: endpointParams,
    answer: z.undefined(),
    status: 204,
  }),
  rotateWebhookSecret: call('POST', '/api/webhook-endpoints/:endpointId/rotate-secret', {
    summary: 'Give an endpoint a new secret. For a day the old one signs, too',
    access,
    params: endpointParams,
    answer: z.strictObject({ secret: signingSecret }),
    sensitive: sensitive('webhook_secret_rotated'),
  }),
  testWebhookEndpoint: call('POST', '/api/webhook-endpoints/:endpointId/test', {
    summary: 'Send a message of type webhook.test, once',
    access,
    params: endpointParams,
    answer: requested,
    status: 202,
  }),
  webhookDeliveries: call('GET', '/api/webhook-endpoints/:endpointId/deliveries', {
    summary: 'The delivery log of an endpoint, newest first; with status=parked only what it did not receive',
    access,
    params: endpointParams,
    query: z.strictObject({ ...pageQuery.shape, status: z.literal('parked').optional() }),
    answer: z.array(deliveryAnswer),
  }),
  resendWebhookDelivery: call('POST', '/api/webhook-endpoints/:endpointId/deliveries/:deliveryId/resend', {
    summary: 'Send a delivery again, once. One that is being retried is tried now',
    access,
    params: z.strictObject({ ...endpointParams.shape, deliveryId: z.uuid() }),
    answer: requested,
    status: 202,
  }),
  replayWebhooks: call('POST', '/api/webhook-endpoints/:endpointId/replay', {
    summary: 'Deliver again, in order, all messages after a position or from a time on. A dry run counts them',
    access,
    params: endpointParams,
    body: z
      .strictObject({
        /** The messages after this position. */
        fromPosition: z.union([position, z.int().min(0)], rule('NOT_A_POSITION')).optional(),
        /** The messages of this time and later. */
        from: isoTime.optional(),
        dryRun: z.boolean(),
      })
      .refine(
        ({ fromPosition, from }) => (fromPosition === undefined) !== (from === undefined),
        rule('EITHER_FIELD', { fields: 'fromPosition, from' }),
      ),
    answer: z.strictObject({ events: z.int() }),
  }),
} as const;
