import type { EventData, WebhookEndpointEvent } from '@perktree/contracts/catalogue/events';
import type { DisabledReason } from '@perktree/contracts/webhook/endpoints';
import type { Fold } from '../../engine/fold.ts';

export interface WebhookEndpoint extends EventData<'WebhookEndpointCreated'> {
  /** Null: it is enabled. */
  readonly disabledReason: DisabledReason | null;
}

export type WebhookEndpointsState = ReadonlyMap<string, WebhookEndpoint>;

export const webhookEndpointsFold: Fold<WebhookEndpointsState, WebhookEndpointEvent> = {
  initialState: new Map(),
  evolve(state, event) {
    const { endpointId } = event.data;
    const before = state.get(endpointId);
    if (event.type === 'WebhookEndpointCreated') {
      return new Map(state).set(endpointId, { ...event.data, disabledReason: null });
    }
    if (before === undefined) return state;
    switch (event.type) {
      case 'WebhookEndpointChanged':
        return new Map(state).set(endpointId, { ...before, ...event.data });
      case 'WebhookEndpointRemoved':
        return new Map([...state].filter(([id]) => id !== endpointId));
      case 'WebhookEndpointDisabled':
        return new Map(state).set(endpointId, { ...before, disabledReason: event.data.reason });
      case 'WebhookEndpointEnabled':
        return new Map(state).set(endpointId, { ...before, disabledReason: null });
      case 'WebhookSecretRotated':
      case 'WebhookReplayRequested':
        return state;
    }
  },
};
