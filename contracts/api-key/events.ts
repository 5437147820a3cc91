import { z } from 'zod';
import { KEY_SCOPES } from '../kernel/scopes.ts';

const key = { tenantId: z.uuid(), keyId: z.uuid() };
const scopes = z.array(z.enum(KEY_SCOPES)).min(1);

/**
 * Events of an `apiKeys-{tenantId}` stream: what the keys of a business may do. Names, hashes and networks are in the account
 * store.
 */
export const apiKeyEvents = {
  ApiKeyCreated: z.strictObject({
    ...key,
    scopes,
    /** Null: all sites of the business, also later ones. */
    siteIds: z.array(z.uuid()).nullable(),
    /** Null: until it is revoked. */
    expiresAt: z.iso.datetime().nullable(),
    /** The key that it takes the place of, which works until `replacedUntil`; both null: none. */
    replaces: z.uuid().nullable(),
    replacedUntil: z.iso.datetime().nullable(),
    /** The device that was paired for it; null: an owner made it. */
    pairingId: z.uuid().nullable(),
  }),
  ApiKeyRevoked: z.strictObject(key),
  /** The pairing's token is stored as its SHA-256 only. */
  DevicePairingOpened: z.strictObject({
    tenantId: z.uuid(),
    pairingId: z.uuid(),
    siteId: z.uuid(),
    tokenHash: z.string(),
    expiresAt: z.iso.datetime(),
  }),
  /** An open pairing that was revoked before a device used it. */
  DevicePairingClosed: z.strictObject({ tenantId: z.uuid(), pairingId: z.uuid() }),
};
