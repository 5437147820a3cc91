import type { z } from 'zod';
import type { Call } from '../kernel/call.ts';
import { V1_PATH, V1_TAG } from '../kernel/v1-version.ts';
import { webhookEndpointCalls as owners } from './endpoint-calls.ts';

const access = { key: 'webhooks' } as const;

/** A call of owners for programs: the same, under `/api/v1`. */
function forKeys<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, A extends z.ZodType>(
  call: Call<P, Q, B, A, readonly ['site_owner']>,
): Call<P, Q, B, A, typeof access> {
  return { ...call, path: call.path.replace('/api/', V1_PATH), tag: V1_TAG, access };
}

/** A key that is limited to some sites has the endpoints whose sites are all among its own. */
export const v1WebhookCalls = {
  v1CreateWebhookEndpoint: forKeys(owners.createWebhookEndpoint),
  v1WebhookEndpoints: forKeys(owners.listWebhookEndpoints),
  v1ChangeWebhookEndpoint: forKeys(owners.changeWebhookEndpoint),
  v1RemoveWebhookEndpoint: forKeys(owners.removeWebhookEndpoint),
  v1RotateWebhookSecret: forKeys(owners.rotateWebhookSecret),
  v1TestWebhookEndpoint: forKeys(owners.testWebhookEndpoint),
  v1WebhookDeliveries: forKeys(owners.webhookDeliveries),
  v1ResendWebhookDelivery: forKeys(owners.resendWebhookDelivery),
  v1ReplayWebhooks: forKeys(owners.replayWebhooks),
} as const;
