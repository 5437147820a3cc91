import { MAX_KEYS, OVERLAP_SECONDS } from '@perktree/contracts/api-key/key';
import type { ApiKeyEvent, EventData, EventOf } from '@perktree/contracts/catalogue/events';
import { Refused } from '@perktree/contracts/kernel/refusals';
import { type ApiKey, type ApiKeys, isInForce } from './state.ts';

type Created = EventData<'ApiKeyCreated'>;

/** @throws Refused TOO_MANY_API_KEYS, API_KEY_EXPIRES_IN_PAST */
export function createApiKey(
  state: ApiKeys,
  key: Pick<Created, 'keyId' | 'tenantId' | 'scopes' | 'siteIds' | 'expiresAt'>,
  now: string,
): readonly EventOf<'ApiKeyCreated'>[] {
  refuseTooMany(state, now);
  if (key.expiresAt !== null && Date.parse(key.expiresAt) <= Date.parse(now)) {
    throw new Refused('API_KEY_EXPIRES_IN_PAST');
  }
  const data = { ...key, scopes: distinct(key.scopes), siteIds: key.siteIds && distinct(key.siteIds) };
  return [{ type: 'ApiKeyCreated', data: { ...data, replaces: null, replacedUntil: null, pairingId: null } }];
}

/**
 * Replaces a key by one with the same scopes, sites and expiry.
 * @param command `overlapSeconds`: how long the old key keeps working. A second rotation may shorten an overlap, but
 *   does not extend it
 * @throws Refused API_KEY_NOT_FOUND, TOO_MANY_API_KEYS
 */
export function rotateApiKey(
  state: ApiKeys,
  command: { readonly keyId: string; readonly newKeyId: string; readonly overlapSeconds: number },
  now: string,
): readonly EventOf<'ApiKeyCreated'>[] {
  const { tenantId, scopes, siteIds, expiresAt } = keyInForce(state, command.keyId, now);
  refuseTooMany(state, now);
  const overlapMs = Math.min(command.overlapSeconds, OVERLAP_SECONDS.max) * 1000;
  const data = {
    keyId: command.newKeyId,
    tenantId,
    scopes,
    siteIds,
    expiresAt,
    pairingId: null,
    replaces: command.keyId,
    replacedUntil: new Date(Date.parse(now) + overlapMs).toISOString(),
  };
  return [{ type: 'ApiKeyCreated', data }];
}

/**
 * Revokes a key immediately. Appends nothing if the key has ended.
 * @throws Refused API_KEY_NOT_FOUND
 */
export function revokeApiKey(state: ApiKeys, keyId: string, now: string): readonly EventOf<'ApiKeyRevoked'>[] {
  const key = state.keys.get(keyId);
  if (key === undefined) throw new Refused('API_KEY_NOT_FOUND');
  return isInForce(key, now) ? [{ type: 'ApiKeyRevoked', data: { tenantId: key.tenantId, keyId } }] : [];
}

/** Revokes all keys that are in force, and closes the pairings that a device could still use. */
export function revokeAllAccess({ keys, pairings }: ApiKeys, now: string): readonly ApiKeyEvent[] {
  const inForce = [...keys.values()].filter((key) => isInForce(key, now));
  const open = [...pairings.values()].filter(({ expiresAt }) => Date.parse(expiresAt) > Date.parse(now));
  return [
    ...inForce.map(({ tenantId, keyId }) => ({ type: 'ApiKeyRevoked' as const, data: { tenantId, keyId } })),
    ...open.map(({ tenantId, pairingId }) => ({ type: 'DevicePairingClosed' as const, data: { tenantId, pairingId } })),
  ];
}

/** @throws Refused TOO_MANY_API_KEYS */
export function openDevicePairing(
  state: ApiKeys,
  pairing: EventData<'DevicePairingOpened'>,
  now: string,
): readonly ApiKeyEvent[] {
  refuseTooMany(state, now);
  return [{ type: 'DevicePairingOpened', data: pairing }];
}

/**
 * Creates the key of a paired device, for one site and the scope `redeem`. A pairing works once.
 * @throws Refused DEVICE_PAIRING_INVALID, TOO_MANY_API_KEYS
 */
export function acceptDevicePairing(
  state: ApiKeys,
  command: { readonly pairingId: string; readonly tokenHash: string; readonly keyId: string },
  now: string,
): readonly EventOf<'ApiKeyCreated'>[] {
  const pairing = state.pairings.get(command.pairingId);
  if (pairing?.tokenHash !== command.tokenHash || Date.parse(pairing.expiresAt) <= Date.parse(now)) {
    throw new Refused('DEVICE_PAIRING_INVALID');
  }
  refuseTooMany(state, now);
  const { tenantId, siteId, pairingId } = pairing;
  const data = {
    keyId: command.keyId,
    tenantId,
    scopes: ['redeem' as const],
    siteIds: [siteId],
    pairingId,
    expiresAt: null,
    replaces: null,
    replacedUntil: null,
  };
  return [{ type: 'ApiKeyCreated', data }];
}

/** @throws Refused API_KEY_NOT_FOUND for a key that does not exist or has ended */
export function keyInForce(state: ApiKeys, keyId: string, now: string): ApiKey {
  const key = state.keys.get(keyId);
  if (key === undefined || !isInForce(key, now)) throw new Refused('API_KEY_NOT_FOUND');
  return key;
}

function refuseTooMany({ keys }: ApiKeys, now: string): void {
  const inForce = [...keys.values()].filter((key) => isInForce(key, now)).length;
  if (inForce >= MAX_KEYS) throw new Refused('TOO_MANY_API_KEYS', { limit: MAX_KEYS });
}

function distinct<T>(list: readonly T[]): T[] {
  return [...new Set(list)];
}
