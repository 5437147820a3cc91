import { randomBytes } from 'node:crypto';
import { streams, type WebhookEndpointEvent } from '@perktree/contracts/catalogue/events';
import { DEFAULT_PAGE_SIZE, HEADERS } from '@perktree/contracts/kernel/call';
import { HOUR_MS } from '@perktree/contracts/kernel/durations';
import { refuseEditedMeanwhile } from '@perktree/contracts/kernel/edits';
import { Refused } from '@perktree/contracts/kernel/refusals';
import { invalidField } from '@perktree/contracts/kernel/validation-issues';
import type {
  WebhookAddress,
  WebhookDeliveries,
  WebhookDelivery,
  WebhookProgress,
  WebhookSecrets,
} from '@perktree/contracts/webhook/deliveries';
import type { WebhookEndpointAnswer, webhookEndpointCalls } from '@perktree/contracts/webhook/endpoint-calls';
import { SECRET_OVERLAP_HOURS, WEBHOOK_SECRET_PREFIX } from '@perktree/contracts/webhook/endpoints';
import { coversSites } from '@perktree/platform/http/key-caller';
import type { CallResult } from '@perktree/platform/http/mount-call';
import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import type { CommandServiceDeps } from '../deps.ts';
import { type CommandContext, deriveUuid } from '../engine/command.ts';
import { type BusinessCaller, siteFor } from '../http/business-caller.ts';
import {
  changeEndpoint,
  createEndpoint,
  existing,
  removeEndpoint,
  requestReplay,
  rotateSecret,
} from './decisions/endpoint.ts';
import { webhookEndpointsFold as fold, type WebhookEndpoint, type WebhookEndpointsState } from './decisions/state.ts';

type WebhookEndpointDeps = Pick<CommandServiceDeps, 'handler' | 'store'> & {
  readonly secrets: WebhookSecrets;
  readonly deliveries: WebhookDeliveries;
};

/** As long as the hash that it signs with. */
const SECRET_BYTES = 32;

type Calls = typeof webhookEndpointCalls;
type Input<N extends keyof Calls> = {
  readonly [Part in 'params' | 'query' | 'body']: z.output<Calls[N][Part]>;
} & { readonly reply: FastifyReply; readonly caller: BusinessCaller };
type Answered<N extends keyof Calls> = Promise<CallResult<Calls[N]['answer']>>;

const newSecret = ({ commandId, now }: CommandContext) => ({
  id: deriveUuid('webhook secret', commandId),
  text: `${WEBHOOK_SECRET_PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`,
  now,
});

/**
 * Webhook endpoint commands of owners, and of programs with an API key (docs/how-to/receive-webhooks.md). A caller limited to
 * some sites may manage the endpoints whose sites are all among them, and sees only deliveries about those sites.
 * @throws Refused API_KEY_SITE_NOT_ALLOWED for another endpoint
 */
export class WebhookEndpointHandlers {
  constructor(private readonly deps: WebhookEndpointDeps) {}

  async removeAll(tenantId: string, contextOf: (endpointId: string) => CommandContext): Promise<void> {
    const endpoints = await this.load(tenantId);
    for (const endpoint of endpoints.values()) await this.removeOne(endpoint, contextOf(endpoint.endpointId));
  }

  async create({ body, caller }: Input<'createWebhookEndpoint'>): Answered<'createWebhookEndpoint'> {
    const { tenantId } = caller;
    const { url, eventTypes, siteIds } = body;
    await this.refuseForeignSites(siteIds, caller);
    await this.refuseUrl(url);
    const context = caller.context('CreateWebhookEndpoint');
    const endpointId = deriveUuid('webhook endpoint', context.commandId);
    const secret = newSecret(context);
    const wanted = { endpointId, tenantId, eventTypes, siteIds };
    const state = await this.load(tenantId);
    if (!state.has(endpointId)) createEndpoint(state, wanted);
    // Store the secret first: the endpoint receives nothing until its event. A retry creates another secret for it.
    const { publicKey } = await this.deps.secrets.remember({ endpointId, tenantId, url, secret });
    await this.deps.deliveries.begin({ endpointId, tenantId, position: await this.deps.store.head() });
    const { events, position } = await this.execute(tenantId, context, (now) => createEndpoint(now, wanted));
    const [event] = events;
    if (event?.type !== 'WebhookEndpointCreated') throw new Error(`creating ${endpointId} appended ${event?.type}`);
    const { data } = event;
    const endpoint = { id: endpointId, url, eventTypes: data.eventTypes, siteIds: data.siteIds };
    return { answer: { ...endpoint, publicKey, secret: secret.text }, position };
  }

  async list({ caller }: Input<'listWebhookEndpoints'>): Answered<'listWebhookEndpoints'> {
    return { answer: await this.listed(caller) };
  }

  async change({ params, body, caller }: Input<'changeWebhookEndpoint'>): Answered<'changeWebhookEndpoint'> {
    const { endpointId } = params;
    const { tenantId } = caller;
    const { url, enabled = false, ...edit } = body;
    const before = endpointFor(await this.load(tenantId), endpointId, caller);
    if (edit.siteIds !== undefined) await this.refuseForeignSites(edit.siteIds, caller);
    if (url !== undefined) await this.refuseUrl(url);
    const changed = { endpointId, edit, enable: enabled };
    // The address is changed first, so everything else that could be refused is checked before.
    changeEndpoint(await this.load(tenantId), changed);
    const context = caller.context('ChangeWebhookEndpoint');
    if (url !== undefined) await this.changeUrl(tenantId, endpointId, url, edit.seen?.url);
    const { position } = await this.execute(tenantId, context, (state) => {
      endpointFor(state, endpointId, caller);
      return changeEndpoint(state, changed);
    });
    if (enabled || before.disabledReason === null) await this.deps.deliveries.restart(endpointId);
    const answer = (await this.listed(caller)).find(({ id }) => id === endpointId);
    if (answer === undefined) throw new Refused('WEBHOOK_ENDPOINT_NOT_FOUND');
    return { answer, position };
  }

  async remove({ params, caller }: Input<'removeWebhookEndpoint'>): Answered<'removeWebhookEndpoint'> {
    const { endpointId } = params;
    const context = caller.context('RemoveWebhookEndpoint');
    const { tenantId } = caller;
    const position = await this.removeOne({ tenantId, endpointId }, context, (state) =>
      endpointFor(state, endpointId, caller),
    );
    return { answer: undefined, position };
  }

  async rotateSecret({ params, caller }: Input<'rotateWebhookSecret'>): Answered<'rotateWebhookSecret'> {
    const { endpointId } = params;
    const { tenantId } = caller;
    const context = caller.context('RotateWebhookSecret');
    const overlapUntil = new Date(Date.parse(context.now) + SECRET_OVERLAP_HOURS * HOUR_MS).toISOString();
    const { position } = await this.execute(tenantId, context, (state) => {
      endpointFor(state, endpointId, caller);
      return rotateSecret(state, endpointId, overlapUntil);
    });
    const secret = newSecret(context);
    await this.deps.secrets.rotate(endpointId, secret, overlapUntil);
    return { answer: { secret: secret.text }, position };
  }

  async test({ params, caller }: Input<'testWebhookEndpoint'>): Answered<'testWebhookEndpoint'> {
    const { endpointId } = endpointFor(await this.load(caller.tenantId), params.endpointId, caller);
    const deliveryId = await this.deps.deliveries.test(endpointId);
    if (deliveryId === null) throw new Refused('WEBHOOK_ENDPOINT_NOT_FOUND');
    return { answer: { deliveryId } };
  }

  async deliveries({ params, query, caller, reply }: Input<'webhookDeliveries'>): Answered<'webhookDeliveries'> {
    const { limit = DEFAULT_PAGE_SIZE, cursor, status } = query;
    const { endpointId } = endpointFor(await this.load(caller.tenantId), params.endpointId, caller);
    if (cursor !== undefined && !/^\d{1,18}$/.test(cursor)) throw invalidField('cursor', 'NOT_A_CURSOR');
    const before = cursor === undefined ? null : BigInt(cursor);
    const found = await this.deps.deliveries.list(
      endpointId,
      { limit: limit + 1, before, onlyParked: status === 'parked' },
      caller.siteIds,
    );
    const shown = found.slice(0, limit);
    const last = shown.at(-1);
    if (found.length > limit && last) reply.header(HEADERS.nextCursor, `${last.number}`);
    return { answer: shown.map(deliveryOf) };
  }

  async resend({ params, caller }: Input<'resendWebhookDelivery'>): Answered<'resendWebhookDelivery'> {
    const { endpointId } = endpointFor(await this.load(caller.tenantId), params.endpointId, caller);
    const deliveryId = await this.deps.deliveries.resend(endpointId, params.deliveryId, caller.siteIds);
    if (deliveryId === null) throw new Refused('WEBHOOK_DELIVERY_NOT_FOUND');
    return { answer: { deliveryId } };
  }

  async replay({ params, body, caller }: Input<'replayWebhooks'>): Answered<'replayWebhooks'> {
    const { fromPosition, from, dryRun } = body;
    const { tenantId } = caller;
    const endpoint = endpointFor(await this.load(tenantId), params.endpointId, caller);
    const { endpointId } = endpoint;
    const after =
      from === undefined ? BigInt(fromPosition ?? 0) : await this.deps.deliveries.positionBefore(tenantId, from);
    const events = await this.deps.deliveries.count(tenantId, endpoint, after);
    if (dryRun) return { answer: { events } };
    const { position } = await this.execute(tenantId, caller.context('ReplayWebhooks'), (state) => {
      endpointFor(state, endpointId, caller);
      return requestReplay(state, endpointId, after);
    });
    await this.deps.deliveries.goBack(endpointId, after);
    return { answer: { events }, position };
  }

  private async refuseUrl(url: string): Promise<void> {
    const { protocol, username, password } = new URL(url);
    const isAllowed = protocol === 'https:' || this.deps.deliveries.allowsHttp;
    if (!isAllowed || username !== '' || password !== '') throw invalidField('url', 'NOT_HTTPS');
    if (!(await this.deps.deliveries.isPublic(url))) throw invalidField('url', 'PRIVATE_ADDRESS');
  }

  private async refuseForeignSites(siteIds: readonly string[] | null, caller: BusinessCaller): Promise<void> {
    if (!coversSites(caller.siteIds, siteIds)) throw new Refused(caller.siteRefusal);
    await Promise.all((siteIds ?? []).map((siteId) => siteFor(this.deps.handler, caller, siteId)));
  }

  /** @param seen the address that the caller has read; undefined: any. @throws Refused EDITED_MEANWHILE */
  private async changeUrl(tenantId: string, endpointId: string, url: string, seen: unknown): Promise<void> {
    const from = typeof seen === 'string' ? seen : null;
    if (await this.deps.secrets.changeUrl(endpointId, url, from)) return;
    const now = (await this.deps.secrets.endpointsOf(tenantId)).find((endpoint) => endpoint.endpointId === endpointId);
    refuseEditedMeanwhile({ url: now?.url }, { url, seen: { url: seen } });
  }

  private async listed({ tenantId, siteIds }: BusinessCaller): Promise<WebhookEndpointAnswer[]> {
    const [state, known, progress] = await Promise.all([
      this.load(tenantId),
      this.deps.secrets.endpointsOf(tenantId),
      this.deps.deliveries.progressOf(tenantId),
    ]);
    return known.flatMap(({ endpointId, ...address }) => {
      const [endpoint, reached] = [state.get(endpointId), progress.get(endpointId)];
      if (!endpoint || !reached || !coversSites(siteIds, endpoint.siteIds)) return [];
      return [answerOf(endpoint, address, reached)];
    });
  }

  /** Its events stop, then its address and log go. */
  private async removeOne(
    { tenantId, endpointId }: Pick<WebhookEndpoint, 'tenantId' | 'endpointId'>,
    context: CommandContext,
    refuse: (state: WebhookEndpointsState) => void = () => {},
  ) {
    const { position } = await this.execute(tenantId, context, (state) => {
      refuse(state);
      return removeEndpoint(state, endpointId);
    });
    await this.deps.deliveries.end(endpointId);
    await this.deps.secrets.forget(endpointId);
    return position;
  }

  private execute(
    tenantId: string,
    context: CommandContext,
    decide: (state: WebhookEndpointsState) => readonly WebhookEndpointEvent[],
  ) {
    return this.deps.handler.execute({ stream: streams.webhookEndpoints(tenantId), fold, context, decide });
  }

  private async load(tenantId: string): Promise<WebhookEndpointsState> {
    return (await this.deps.handler.load(streams.webhookEndpoints(tenantId), fold)).state;
  }
}

/** @throws Refused WEBHOOK_ENDPOINT_NOT_FOUND; the caller's `siteRefusal` if it has sites that the caller may not act on */
function endpointFor(state: WebhookEndpointsState, endpointId: string, caller: BusinessCaller): WebhookEndpoint {
  const endpoint = existing(state, endpointId);
  if (!coversSites(caller.siteIds, endpoint.siteIds)) throw new Refused(caller.siteRefusal);
  return endpoint;
}

function answerOf(
  { endpointId: id, eventTypes, siteIds, disabledReason }: WebhookEndpoint,
  { url, createdAt, publicKey }: Omit<WebhookAddress, 'endpointId'>,
  { position, failingSince, nextAttemptAt, parked }: WebhookProgress,
): WebhookEndpointAnswer {
  const working = failingSince === null ? 'active' : 'failing';
  return {
    id,
    url,
    eventTypes: [...eventTypes],
    siteIds: siteIds && [...siteIds],
    publicKey,
    createdAt,
    status: disabledReason === null ? working : 'disabled',
    disabledReason,
    failingSince,
    position: `${position}`,
    parked,
    nextAttemptAt: disabledReason === null ? nextAttemptAt : null,
  };
}

function deliveryOf({ deliveryId: id, number: _, position, ...delivery }: WebhookDelivery) {
  return { id, ...delivery, position: `${position}` };
}
