import type { ApiKeyEvent, EventData } from '@perktree/contracts/catalogue/events';
import type { Fold } from '../../engine/fold.ts';

export interface ApiKey
  extends Pick<EventData<'ApiKeyCreated'>, 'keyId' | 'tenantId' | 'scopes' | 'siteIds' | 'expiresAt'> {
  /** The earliest of expiry, revocation and the end of an overlap, ISO 8601 UTC; null if none of them is set. */
  readonly endsAt: string | null;
  readonly revokedAt: string | null;
}

/** The keys of a business, and its open pairings. */
export interface ApiKeys {
  readonly keys: ReadonlyMap<string, ApiKey>;
  readonly pairings: ReadonlyMap<string, EventData<'DevicePairingOpened'>>;
}

export const apiKeysFold: Fold<ApiKeys, ApiKeyEvent> = {
  initialState: { keys: new Map(), pairings: new Map() },
  evolve(state, event, at) {
    switch (event.type) {
      case 'ApiKeyCreated':
        return created(state, event.data);
      case 'ApiKeyRevoked':
        return { ...state, keys: changed(state.keys, event.data.keyId, at, { revokedAt: at }) };
      case 'DevicePairingOpened':
        return { ...state, pairings: new Map(state.pairings).set(event.data.pairingId, event.data) };
      case 'DevicePairingClosed': {
        const pairings = new Map(state.pairings);
        pairings.delete(event.data.pairingId);
        return { ...state, pairings };
      }
    }
  },
};

function created({ keys, pairings }: ApiKeys, data: EventData<'ApiKeyCreated'>): ApiKeys {
  const { keyId, tenantId, scopes, siteIds, expiresAt, replaces, replacedUntil, pairingId } = data;
  const others = replaces === null ? keys : changed(keys, replaces, replacedUntil);
  const open = new Map(pairings);
  if (pairingId !== null) open.delete(pairingId);
  const key: ApiKey = { keyId, tenantId, scopes, siteIds, expiresAt, endsAt: expiresAt, revokedAt: null };
  return { keys: new Map(others).set(keyId, key), pairings: open };
}

/** The keys, with one of them changed and ending at `endsAt` at the latest. */
function changed(
  keys: ApiKeys['keys'],
  keyId: string,
  endsAt: string | null,
  changes: Partial<ApiKey> = {},
): ReadonlyMap<string, ApiKey> {
  const key = keys.get(keyId);
  if (key === undefined) return keys;
  return new Map(keys).set(keyId, { ...key, ...changes, endsAt: earliest(key.endsAt, endsAt) });
}

function earliest(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b;
  return Date.parse(a) <= Date.parse(b) ? a : b;
}

export function isInForce({ endsAt }: Pick<ApiKey, 'endsAt'>, now: string): boolean {
  return endsAt === null || Date.parse(now) < Date.parse(endsAt);
}
