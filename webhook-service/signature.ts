import { createHash, createHmac } from 'node:crypto';
import type { WebhookSigning } from '@perktree/contracts/webhook/deliveries';
import { WEBHOOK_SECRET_PREFIX } from '@perktree/contracts/webhook/endpoints';

/** The same for every delivery of an event to an endpoint, so that receivers can ignore what they have handled. */
export function messageId(endpointId: string, position: bigint | string): string {
  return `msg_${createHash('sha256').update(`${endpointId} ${position}`).digest('hex').slice(0, 32)}`;
}

/**
 * The headers of Standard Webhooks, with a `v1` signature (HMAC-SHA-256) for each secret and a `v1a` one (Ed25519).
 * @param at the time of this attempt: receivers refuse old ones
 */
export function signedHeaders(
  message: { readonly id: string; readonly body: string },
  { secrets, sign }: WebhookSigning,
  at: Date,
): Record<string, string> {
  const timestamp = `${Math.floor(at.getTime() / 1000)}`;
  const signed = `${message.id}.${timestamp}.${message.body}`;
  const symmetric = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(WEBHOOK_SECRET_PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
  });
  const asymmetric = `v1a,${sign(signed)}`;
  return {
    'webhook-id': message.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': [...symmetric, asymmetric].join(' '),
  };
}
