import { MAX_KEYS } from '@perktree/contracts/api-key/key';
import type { ApiKeyEvent } from '@perktree/contracts/catalogue/events';
import { describe, expect, it } from 'vitest';
import {
  acceptDevicePairing,
  createApiKey,
  keyInForce,
  openDevicePairing,
  revokeApiKey,
  rotateApiKey,
} from './api-key.ts';
import { type ApiKeys, apiKeysFold } from './state.ts';

const id = (n: number) => `0198c0de-0000-4000-8000-${String(n).padStart(12, '0')}`;
const TENANT = id(900);
const SITE = id(901);
const NOON = '2026-06-01T12:00:00.000Z';
const after = (seconds: number) => new Date(Date.parse(NOON) + seconds * 1000).toISOString();
const refusal = (code: string) => expect.objectContaining({ code });

const given = (...events: readonly (readonly [ApiKeyEvent, string])[]): ApiKeys =>
  events.reduce((state, [event, at]) => apiKeysFold.evolve(state, event, at), apiKeysFold.initialState);
const created = (n: number, changes = {}): ApiKeyEvent => ({
  type: 'ApiKeyCreated',
  data: {
    ...{ keyId: id(n), tenantId: TENANT, scopes: ['redeem'], siteIds: [SITE], expiresAt: null },
    ...{ replaces: null, replacedUntil: null, pairingId: null },
    ...changes,
  },
});
const wanted = { keyId: id(1), tenantId: TENANT, scopes: ['redeem' as const], siteIds: null, expiresAt: null };

describe('a key', () => {
  it('is made with each scope and site once', () => {
    const key = { ...wanted, scopes: ['redeem' as const, 'redeem' as const], siteIds: [SITE, SITE] };
    expect(createApiKey(given(), key, NOON)).toEqual([created(1)]);
  });

  it('is not made to end in the past, nor beyond the limit', () => {
    expect(() => createApiKey(given(), { ...wanted, expiresAt: NOON }, NOON)).toThrow(
      refusal('API_KEY_EXPIRES_IN_PAST'),
    );
    const full = given(...Array.from({ length: MAX_KEYS }, (_, n) => [created(n + 10), NOON] as const));
    expect(() => createApiKey(full, wanted, NOON)).toThrow(refusal('TOO_MANY_API_KEYS'));
    expect(createApiKey(given([created(5, { expiresAt: NOON }), NOON]), wanted, NOON)).toHaveLength(1);
  });

  it('works until it expires', () => {
    const keys = given([created(1, { expiresAt: after(60) }), NOON]);
    expect(keyInForce(keys, id(1), after(59))).toMatchObject({ keyId: id(1) });
    expect(() => keyInForce(keys, id(1), after(60))).toThrow(refusal('API_KEY_NOT_FOUND'));
  });

  it('is revoked once, and does not work from then on', () => {
    const keys = given([created(1), NOON]);
    const [revoked] = revokeApiKey(keys, id(1), after(5));
    expect(revoked).toEqual({ type: 'ApiKeyRevoked', data: { tenantId: TENANT, keyId: id(1) } });
    const without = apiKeysFold.evolve(keys, revoked as ApiKeyEvent, after(5));
    expect(() => keyInForce(without, id(1), after(5))).toThrow(refusal('API_KEY_NOT_FOUND'));
    expect(revokeApiKey(without, id(1), after(6))).toEqual([]);
    expect(() => revokeApiKey(keys, id(2), NOON)).toThrow(refusal('API_KEY_NOT_FOUND'));
  });

  it('is rotated: both work during the overlap, and the new one as long as the old one would have', () => {
    const keys = given([created(1, { expiresAt: after(9_000) }), NOON]);
    const [rotated] = rotateApiKey(keys, { keyId: id(1), newKeyId: id(2), overlapSeconds: 60 }, NOON);
    const both = apiKeysFold.evolve(keys, rotated as ApiKeyEvent, NOON);
    expect(keyInForce(both, id(1), after(59))).toMatchObject({ revokedAt: null });
    expect(() => keyInForce(both, id(1), after(60))).toThrow(refusal('API_KEY_NOT_FOUND'));
    expect(keyInForce(both, id(2), after(8_999))).toMatchObject({ scopes: ['redeem'], siteIds: [SITE] });
    expect(() => keyInForce(both, id(2), after(9_000))).toThrow(refusal('API_KEY_NOT_FOUND'));
    expect(() => rotateApiKey(both, { keyId: id(1), newKeyId: id(3), overlapSeconds: 0 }, after(60))).toThrow(
      refusal('API_KEY_NOT_FOUND'),
    );
  });
});

describe('a key that is rotated twice during its overlap', () => {
  const twice = (expiresAt: string | null) => {
    const rotated = (keys: ApiKeys, newKeyId: string, at: string, overlapSeconds: number) => {
      const command = { keyId: id(1), newKeyId, overlapSeconds };
      return rotateApiKey(keys, command, at).reduce((state, event) => apiKeysFold.evolve(state, event, at), keys);
    };
    const once = rotated(given([created(1, { expiresAt }), NOON]), id(2), NOON, 60);
    return rotated(once, id(3), after(30), 300);
  };

  it('passes on its own expiry, or that it has none, and ends with its first overlap', () => {
    const keys = twice(after(9_000));
    expect(keyInForce(keys, id(3), after(8_999))).toMatchObject({ keyId: id(3), expiresAt: after(9_000) });
    expect(() => keyInForce(keys, id(3), after(9_000))).toThrow(refusal('API_KEY_NOT_FOUND'));
    expect(keyInForce(twice(null), id(3), after(99_999_999))).toMatchObject({ keyId: id(3), endsAt: null });
    expect(keyInForce(keys, id(1), after(59))).toMatchObject({ keyId: id(1) });
    expect(() => keyInForce(keys, id(1), after(60))).toThrow(refusal('API_KEY_NOT_FOUND'));
  });
});

describe('a pairing', () => {
  const pairing = { tenantId: TENANT, pairingId: id(7), siteId: SITE, tokenHash: 'hash', expiresAt: after(600) };
  const open = given(...openDevicePairing(given(), pairing, NOON).map((event) => [event, NOON] as const));
  const accept = (state: ApiKeys, now = NOON, tokenHash = 'hash') =>
    acceptDevicePairing(state, { pairingId: id(7), tokenHash, keyId: id(1) }, now);

  it('gives a key for one site that redeems', () => {
    expect(accept(open)).toEqual([created(1, { pairingId: id(7) })]);
  });

  it('is accepted once, by its token, before it expires', () => {
    const paired = apiKeysFold.evolve(open, accept(open)[0] as ApiKeyEvent, NOON);
    expect(() => accept(paired)).toThrow(refusal('DEVICE_PAIRING_INVALID'));
    expect(() => accept(open, NOON, 'other')).toThrow(refusal('DEVICE_PAIRING_INVALID'));
    expect(() => accept(open, after(600))).toThrow(refusal('DEVICE_PAIRING_INVALID'));
    expect(() => accept(given())).toThrow(refusal('DEVICE_PAIRING_INVALID'));
  });
});
