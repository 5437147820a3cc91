import type { EventData, WebhookEndpointEvent } from '@perktree/contracts/catalogue/events';
import { type Edit, refuseEditedMeanwhile } from '@perktree/contracts/kernel/edits';
import { Refused } from '@perktree/contracts/kernel/refusals';
import { type DisabledReason, MAX_ENDPOINTS } from '@perktree/contracts/webhook/endpoints';
import type { WebhookEndpoint, WebhookEndpointsState } from './state.ts';

type Events = readonly WebhookEndpointEvent[];
type Created = EventData<'WebhookEndpointCreated'>;

/** @throws Refused TOO_MANY_WEBHOOK_ENDPOINTS */
export function createEndpoint(state: WebhookEndpointsState, endpoint: Created): Events {
  if (state.size >= MAX_ENDPOINTS) throw new Refused('TOO_MANY_WEBHOOK_ENDPOINTS', { limit: MAX_ENDPOINTS });
  return [{ type: 'WebhookEndpointCreated', data: { ...endpoint, ...subscriptionOf(endpoint) } }];
}

/**
 * @param command `enable`: an endpoint that the product has disabled gets messages again
 * @throws Refused WEBHOOK_ENDPOINT_NOT_FOUND, EDITED_MEANWHILE
 */
export function changeEndpoint(
  state: WebhookEndpointsState,
  command: Pick<Created, 'endpointId'> & {
    readonly edit: Edit<Pick<Created, 'eventTypes' | 'siteIds'>>;
    readonly enable: boolean;
  },
): Events {
  const { tenantId, endpointId, disabledReason, ...now } = existing(state, command.endpointId);
  refuseEditedMeanwhile(now, command.edit);
  const { eventTypes = now.eventTypes, siteIds = now.siteIds } = command.edit;
  const changed = { tenantId, endpointId, ...subscriptionOf({ eventTypes, siteIds }) };
  const enabled = { type: 'WebhookEndpointEnabled', data: { tenantId, endpointId } } as const;
  const isEnabled = command.enable && disabledReason !== null;
  const onlyEnables = isEnabled && command.edit.eventTypes === undefined && command.edit.siteIds === undefined;
  return [
    ...(onlyEnables ? [] : [{ type: 'WebhookEndpointChanged', data: changed } as const]),
    ...(isEnabled ? [enabled] : []),
  ];
}

/** @throws Refused WEBHOOK_ENDPOINT_NOT_FOUND */
export function removeEndpoint(state: WebhookEndpointsState, id: string): Events {
  const { tenantId, endpointId } = existing(state, id);
  return [{ type: 'WebhookEndpointRemoved', data: { tenantId, endpointId } }];
}

/** @throws Refused WEBHOOK_ENDPOINT_NOT_FOUND */
export function rotateSecret(state: WebhookEndpointsState, id: string, overlapUntil: string): Events {
  const { tenantId, endpointId } = existing(state, id);
  return [{ type: 'WebhookSecretRotated', data: { tenantId, endpointId, overlapUntil } }];
}

/** @throws Refused WEBHOOK_ENDPOINT_NOT_FOUND */
export function requestReplay(state: WebhookEndpointsState, id: string, afterPosition: bigint): Events {
  const { tenantId, endpointId } = existing(state, id);
  return [{ type: 'WebhookReplayRequested', data: { tenantId, endpointId, afterPosition: `${afterPosition}` } }];
}

/** The product disables an endpoint. Appends nothing if it is disabled or was removed. */
export function disableEndpoint(state: WebhookEndpointsState, id: string, reason: DisabledReason): Events {
  const endpoint = state.get(id);
  if (endpoint === undefined || endpoint.disabledReason !== null) return [];
  const { tenantId, endpointId } = endpoint;
  return [{ type: 'WebhookEndpointDisabled', data: { tenantId, endpointId, reason } }];
}

/** @throws Refused WEBHOOK_ENDPOINT_NOT_FOUND */
export function existing(state: WebhookEndpointsState, endpointId: string): WebhookEndpoint {
  const endpoint = state.get(endpointId);
  if (endpoint === undefined) throw new Refused('WEBHOOK_ENDPOINT_NOT_FOUND');
  return endpoint;
}

/** Each type and site once; `*` stands for all types. */
function subscriptionOf({ eventTypes, siteIds }: Pick<Created, 'eventTypes' | 'siteIds'>) {
  const types = [...new Set(eventTypes)];
  return { eventTypes: types.includes('*') ? ['*' as const] : types, siteIds: siteIds && [...new Set(siteIds)] };
}
