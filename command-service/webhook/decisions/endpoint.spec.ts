import type { WebhookEndpointEvent } from '@perktree/contracts/catalogue/events';
import { MAX_ENDPOINTS } from '@perktree/contracts/webhook/endpoints';
import { describe, expect, it } from 'vitest';
import {
  changeEndpoint,
  createEndpoint,
  disableEndpoint,
  existing,
  removeEndpoint,
  requestReplay,
  rotateSecret,
} from './endpoint.ts';
import { type WebhookEndpointsState, webhookEndpointsFold } from './state.ts';

const id = (n: number) => `0198c0de-0000-4000-8000-${String(n).padStart(12, '0')}`;
const of = (n = 1) => ({ tenantId: id(900), endpointId: id(n) });
const SITE = id(901);
const after = (...events: readonly WebhookEndpointEvent[]): WebhookEndpointsState =>
  events.reduce((state, event) => webhookEndpointsFold.evolve(state, event, ''), webhookEndpointsFold.initialState);
const created = (n = 1): WebhookEndpointEvent => ({
  type: 'WebhookEndpointCreated',
  data: { ...of(n), eventTypes: ['scan.created'], siteIds: [SITE] },
});
const disabled: WebhookEndpointEvent = { type: 'WebhookEndpointDisabled', data: { ...of(), reason: 'failing' } };
const NOT_FOUND = expect.objectContaining({ code: 'WEBHOOK_ENDPOINT_NOT_FOUND' });

describe('an endpoint', () => {
  it('is created with each type and site once', () => {
    const wanted = { ...of(), eventTypes: ['scan.created' as const, 'scan.created' as const], siteIds: [SITE, SITE] };
    expect(createEndpoint(after(), wanted)).toEqual([created()]);
    expect(createEndpoint(after(), { ...wanted, eventTypes: ['scan.created', '*'] })).toMatchObject([
      { data: { eventTypes: ['*'] } },
    ]);
  });

  it('is not created beyond the limit', () => {
    const full = after(...Array.from({ length: MAX_ENDPOINTS }, (_, n) => created(n + 10)));
    expect(() => createEndpoint(full, { ...of(), eventTypes: ['*'], siteIds: null })).toThrow(
      expect.objectContaining({ code: 'TOO_MANY_WEBHOOK_ENDPOINTS' }),
    );
    const removed = after(created(), { type: 'WebhookEndpointRemoved', data: of() });
    expect(removed.size).toBe(0);
  });

  it('is disabled once, and continues when its owner enables it', () => {
    expect(disableEndpoint(after(created()), id(1), 'failing')).toEqual([disabled]);
    const stopped = after(created(), disabled);
    expect(existing(stopped, id(1)).disabledReason).toBe('failing');
    expect(disableEndpoint(stopped, id(1), 'gone')).toEqual([]);
    expect(disableEndpoint(after(), id(1), 'gone')).toEqual([]);
    const edit = { eventTypes: ['*' as const], siteIds: null };
    const change = { endpointId: id(1), edit };
    expect(changeEndpoint(stopped, { ...change, enable: false })).toHaveLength(1);
    expect(changeEndpoint(after(created()), { ...change, enable: true })).toHaveLength(1);
    const resumed = after(created(), disabled, ...changeEndpoint(stopped, { ...change, enable: true }));
    expect(existing(resumed, id(1))).toMatchObject({ endpointId: id(1), ...edit, disabledReason: null });
  });

  it('keeps what another edit has changed when a page that shows older settings enables it', () => {
    const edit = { eventTypes: ['qr.created' as const], seen: { eventTypes: ['scan.created'] } };
    const edited = after(
      created(),
      disabled,
      ...changeEndpoint(after(created(), disabled), { endpointId: id(1), edit, enable: false }),
    );
    const enabling = changeEndpoint(edited, { endpointId: id(1), edit: {}, enable: true });
    expect(enabling).toEqual([{ type: 'WebhookEndpointEnabled', data: of() }]);
  });

  it('has to exist', () => {
    const none = after();
    expect(() => removeEndpoint(none, id(1))).toThrow(NOT_FOUND);
    expect(() => rotateSecret(none, id(1), '')).toThrow(NOT_FOUND);
    expect(() => requestReplay(none, id(1), 0n)).toThrow(NOT_FOUND);
    expect(() => changeEndpoint(none, { endpointId: id(1), edit: {}, enable: false })).toThrow(NOT_FOUND);
    expect(requestReplay(after(created()), id(1), 12n)).toEqual([
      { type: 'WebhookReplayRequested', data: { ...of(), afterPosition: '12' } },
    ]);
  });
});
