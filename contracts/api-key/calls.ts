import { z } from 'zod';
import { callsOf, isoTime, nameSchema, type SecurityNotice, type Sensitive, siteParams } from '../kernel/call.ts';
import { rule } from '../kernel/issue-codes.ts';
import { KEY_SCOPES } from '../kernel/scopes.ts';
import { secret } from '../kernel/secret-text.ts';
import { MAX_KEYS, OVERLAP_SECONDS } from './key.ts';

const call = callsOf('API keys');
const access = ['site_owner'] as const;
const keyParams = z.strictObject({ keyId: z.uuid() });
const scopes = z.array(z.enum(KEY_SCOPES)).min(1).max(KEY_SCOPES.length);
const siteIds = z.array(z.uuid()).min(1).max(200);
/** An address or a network (CIDR). */
const network = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], rule('NOT_A_NETWORK'));

const keyFields = {
  id: z.uuid(),
  name: z.string(),
  scopes,
  /** Null: all sites of the business. */
  siteIds: siteIds.nullable(),
  /** The first characters of the key, by which people recognise it. */
  prefix: z.string(),
  createdAt: isoTime,
  expiresAt: isoTime.nullable(),
};
const apiKeyAnswer = z.strictObject({
  ...keyFields,
  ipRanges: z.array(z.string()),
  /** Null: never. Written down at most once a minute. */
  lastUsedAt: isoTime.nullable(),
  revokedAt: isoTime.nullable(),
});
export type ApiKeyAnswer = z.infer<typeof apiKeyAnswer>;

/** The key itself: in this answer only. */
const keyText = secret(z.string());

/** Keys outlive sessions and passwords. */
const sensitive = (notice: SecurityNotice): Sensitive => ({ proof: 'session', needsVerifiedAddress: true, notice });

export const apiKeyCalls = {
  createApiKey: call('POST', '/api/api-keys', {
    summary: 'Make an API key. The answer is the only one that has the key itself',
    access,
    body: z.strictObject({
      name: nameSchema,
      scopes,
      /** Null: all sites of the business, also later ones. */
      siteIds: siteIds.nullable(),
      expiresAt: isoTime.nullable().optional(),
      /** Addresses and networks from which the key works. Left out or empty: from anywhere. */
      ipRanges: z.array(network).max(20).optional(),
    }),
    answer: z.strictObject({ ...keyFields, key: keyText }),
    status: 201,
    sensitive: sensitive('api_key_created'),
  }),
  listApiKeys: call('GET', '/api/api-keys', {
    summary: `My business's API keys, newest first, those that have ended too; at most ${MAX_KEYS} are in force`,
    access,
    answer: z.array(apiKeyAnswer),
  }),
  rotateApiKey: call('POST', '/api/api-keys/:keyId/rotate', {
    summary: 'Replace an API key by a new one that may do the same. Both work during the overlap',
    access,
    params: keyParams,
    body: z.strictObject({
      /** Default: one day. */
      overlapSeconds: z.int().min(0).max(OVERLAP_SECONDS.max).optional(),
    }),
    answer: z.strictObject({ id: z.uuid(), key: keyText }),
    status: 201,
    sensitive: sensitive('api_key_rotated'),
  }),
  revokeApiKey: call('DELETE', '/api/api-keys/:keyId', {
    summary: 'End an API key at once. Idempotent',
    access,
    params: keyParams,
    answer: z.undefined(),
    status: 204,
  }),
  openDevicePairing: call('POST', '/api/sites/:siteId/device-pairings', {
    summary: 'Let one device take an API key that redeems at this site, by a link that works once',
    access,
    params: siteParams,
    body: z.strictObject({ name: nameSchema }),
    answer: z.strictObject({ pairingUrl: secret(z.string()), token: secret(z.string()), expiresAt: isoTime }),
    status: 201,
    sensitive: sensitive('device_pairing_opened'),
  }),
} as const;
