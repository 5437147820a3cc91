import { createHash, randomUUID } from 'node:crypto';
import { type ApiKeyAnswer, apiKeyCalls } from '@perktree/contracts/api-key/calls';
import { OVERLAP_SECONDS, PAIRING_MINUTES } from '@perktree/contracts/api-key/key';
import type { ApiKeySecrets, KnownKey } from '@perktree/contracts/api-key/secrets';
import { streams } from '@perktree/contracts/catalogue/events';
import { v1Calls } from '@perktree/contracts/catalogue/v1';
import { MINUTE_MS } from '@perktree/contracts/kernel/durations';
import { Refused } from '@perktree/contracts/kernel/refusals';
import { idempotencyKeyOf } from '@perktree/platform/http/idempotency/request';
import { mountCall } from '@perktree/platform/http/mount-call';
import type { FastifyInstance } from 'fastify';
import type { CommandServiceDeps } from '../deps.ts';
import { deriveUuid } from '../engine/command.ts';
import { asOwner, ownTenant, siteFor } from '../http/business-caller.ts';
import { commandContext } from '../http/command-context.ts';
import { idsOfToken, newIdToken } from '../http/id-token.ts';
import {
  acceptDevicePairing,
  createApiKey,
  openDevicePairing,
  revokeApiKey,
  rotateApiKey,
} from './decisions/api-key.ts';
import { type ApiKey, type ApiKeys, apiKeysFold } from './decisions/state.ts';
import { newKey } from './new-key.ts';

const PAIRING_SECRET_BYTES = 32;

type ApiKeyDeps = Pick<CommandServiceDeps, 'handler' | 'authenticate' | 'clock' | 'publicUrl'> & {
  readonly secrets: ApiKeySecrets;
};

/**
 * Routes by which an owner creates, lists, rotates and revokes API keys (docs/how-to/connect-a-till.md). Answers stored for
 * an `Idempotency-Key` must be encrypted: they contain the key, of which only the hash is stored elsewhere.
 */
export function mountApiKeyRoutes(app: FastifyInstance, deps: ApiKeyDeps): void {
  const { handler, authenticate, clock, secrets } = deps;

  mountCall(app, authenticate, apiKeyCalls.createApiKey, async ({ body, session, request }) => {
    const owner = asOwner({ session, request }, clock);
    const { tenantId } = owner;
    const { name, scopes, siteIds, expiresAt = null, ipRanges = [] } = body;
    await Promise.all((siteIds ?? []).map((siteId) => siteFor(handler, owner, siteId)));
    const context = owner.context('CreateApiKey');
    const keyId = deriveUuid('api key', context.commandId);
    const { key, secret } = newKey();
    // Store the secret first: the key is invalid until its event. A retry creates another secret for the same key.
    await secrets.rememberKey({ keyId, tenantId, name, secret, ipRanges, createdAt: context.now });
    const { events, position } = await handler.execute({
      ...keysOf(tenantId),
      context,
      decide: (state) => createApiKey(state, { keyId, tenantId, scopes, siteIds, expiresAt }, context.now),
    });
    const [event] = events;
    if (event?.type !== 'ApiKeyCreated') throw new Error(`creating key ${keyId} appended ${event?.type}`);
    const created = { id: keyId, name, scopes: event.data.scopes, siteIds: event.data.siteIds, prefix: secret.prefix };
    return { answer: { ...created, createdAt: context.now, expiresAt, key }, position };
  });

  mountCall(app, authenticate, apiKeyCalls.listApiKeys, async ({ session }) => {
    const tenantId = ownTenant(session);
    const [known, { state }] = await Promise.all([
      secrets.keysOf(tenantId),
      handler.load(streams.apiKeys(tenantId), apiKeysFold),
    ]);
    return { answer: known.flatMap((one) => listed(one, state.keys.get(one.keyId))) };
  });

  mountCall(app, authenticate, apiKeyCalls.rotateApiKey, async ({ params, body, session, request }) => {
    const owner = asOwner({ session, request }, clock);
    const { tenantId } = owner;
    const { overlapSeconds = OVERLAP_SECONDS.default } = body;
    const known = (await secrets.keysOf(tenantId)).find(({ keyId }) => keyId === params.keyId);
    if (known === undefined) throw new Refused('API_KEY_NOT_FOUND');
    const context = owner.context('RotateApiKey');
    const newKeyId = deriveUuid('api key', context.commandId);
    const { key, secret } = newKey();
    const { name, ipRanges } = known;
    await secrets.rememberKey({ keyId: newKeyId, tenantId, name, secret, ipRanges, createdAt: context.now });
    const { position } = await handler.execute({
      ...keysOf(tenantId),
      context,
      decide: (state) => rotateApiKey(state, { keyId: params.keyId, newKeyId, overlapSeconds }, context.now),
    });
    return { answer: { id: newKeyId, key }, position };
  });

  mountCall(app, authenticate, apiKeyCalls.revokeApiKey, async ({ params, session, request }) => {
    const owner = asOwner({ session, request }, clock);
    const { tenantId } = owner;
    const context = owner.context('RevokeApiKey');
    const { position } = await handler.execute({
      ...keysOf(tenantId),
      context,
      decide: (state) => revokeApiKey(state, params.keyId, context.now),
    });
    return { answer: undefined, position };
  });

  mountPairing(app, deps);
}

/** A device gets its key by a link that works once. */
function mountPairing(app: FastifyInstance, deps: ApiKeyDeps): void {
  const { handler, authenticate, clock, publicUrl, secrets } = deps;

  mountCall(app, authenticate, apiKeyCalls.openDevicePairing, async ({ params, body, session, request }) => {
    const owner = asOwner({ session, request }, clock);
    const { tenantId } = owner;
    const { siteId } = params;
    await siteFor(handler, owner, siteId);
    // Only this answer contains the token, so a retry after a crash opens another pairing.
    const pairingId = randomUUID();
    const context = { ...owner.context('OpenDevicePairing'), commandId: pairingId };
    const token = pairingToken(tenantId, pairingId);
    const expiresAt = new Date(Date.parse(context.now) + PAIRING_MINUTES * MINUTE_MS).toISOString();
    const pairing = { tenantId, pairingId, siteId, tokenHash: sha256(token), expiresAt };
    const { position } = await handler.execute({
      ...keysOf(tenantId),
      context,
      decide: (state) => openDevicePairing(state, pairing, context.now),
    });
    const key = { keyId: keyOfPairing(pairingId), tenantId, name: body.name, secret: null };
    await secrets.rememberKey({ ...key, ipRanges: [], createdAt: context.now });
    // In the fragment, so that no server logs the token.
    return { answer: { pairingUrl: `${publicUrl}/pair-device#${token}`, token, expiresAt }, position };
  });

  mountCall(app, authenticate, v1Calls.v1AcceptDevicePairing, async ({ params, request }) => {
    const { tenantId, pairingId } = partsOf(params.token);
    const keyId = keyOfPairing(pairingId);
    const name = await secrets.nameOfKey(keyId);
    if (name === null) throw new Refused('DEVICE_PAIRING_INVALID');
    const visitorId = `pairing ${pairingId}`;
    const ofRequest = commandContext({ request, session: null, clock, commandName: 'AcceptDevicePairing', visitorId });
    // A device whose answer was lost is known by the `Idempotency-Key` that it chose: the same command answers the same key.
    const chosen = idempotencyKeyOf(request);
    const commandId = chosen === null ? ofRequest.commandId : deriveUuid('paired by', params.token, chosen);
    const context = { ...ofRequest, commandId };
    // The same for each try, so that a concurrent or repeated one stores the same secret.
    const { key, secret } = newKey(secrets.derive(params.token));
    const accepted = { pairingId, tokenHash: sha256(params.token), keyId };
    const execution = {
      ...keysOf(tenantId),
      context,
      decide: (state: ApiKeys) => acceptDevicePairing(state, accepted, context.now),
    };
    // Refuse first: only the right token may store a secret. Then store it: the key is invalid until its event.
    await handler.dryRun(execution);
    await secrets.rememberKey({ keyId, tenantId, name, secret, ipRanges: [], createdAt: context.now });
    const { events, position } = await handler.execute(execution);
    const [event] = events;
    if (event?.type !== 'ApiKeyCreated') throw new Error(`accepting ${pairingId} appended ${event?.type}`);
    const { scopes, siteIds } = event.data;
    return { answer: { key, siteId: siteIds?.[0] ?? '', scopes }, position };
  });
}

function listed({ keyId: id, ...known }: KnownKey, key: ApiKey | undefined): ApiKeyAnswer[] {
  if (key === undefined) return [];
  const { scopes, siteIds, endsAt, revokedAt } = key;
  const { name, prefix, ipRanges, createdAt, lastUsedAt } = known;
  return [
    {
      id,
      name,
      prefix,
      createdAt,
      lastUsedAt,
      revokedAt,
      scopes: [...scopes],
      siteIds: siteIds && [...siteIds],
      expiresAt: endsAt,
      ipRanges: [...ipRanges],
    },
  ];
}

const keysOf = (tenantId: string) => ({ stream: streams.apiKeys(tenantId), fold: apiKeysFold });
const keyOfPairing = (pairingId: string) => deriveUuid('paired key', pairingId);
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** Contains the ids that find its stream, so that no table of tokens is needed. */
const pairingToken = (tenantId: string, pairingId: string) => newIdToken([tenantId, pairingId], PAIRING_SECRET_BYTES);

function partsOf(token: string): { readonly tenantId: string; readonly pairingId: string } {
  const [tenantId, pairingId] = idsOfToken(token, 2, PAIRING_SECRET_BYTES);
  if (tenantId === undefined || pairingId === undefined) throw new Refused('DEVICE_PAIRING_INVALID');
  return { tenantId, pairingId };
}
