import { z } from 'zod';
import { callsOf } from './call.ts';
import { isoTime } from './common.ts';

const call = callsOf('Audit');
const hash = z.string().regex(/^[\da-f]{64}$/);

/** A signed head of the chain over all events up to one. How to check it: docs/how-to/issue-statements.md. */
export const signedHeadSchema = z.strictObject({
  /** How many. */
  events: z.number().int().positive(),
  /** Of the last one. */
  position: z.string(),
  /** Each event's hash chained to those before it, as hexadecimal digits. */
  chain: hash,
  /** Of the tree over the hashes of all events (RFC 6962). */
  root: hash,
  /** Of the tree over the parts of events, which can be shown one without the other; null: it was signed without them. */
  parts: hash.nullable().default(null),
  signedAt: isoTime,
  keyId: z.string(),
  /** Ed25519, base64. */
  signature: z.string(),
});
export type SignedHead = z.infer<typeof signedHeadSchema>;

const publishedKeySchema = z.strictObject({
  keyId: z.string(),
  /** SubjectPublicKeyInfo of an Ed25519 key, DER in base64. */
  publicKey: z.string(),
});
export type PublishedKey = z.infer<typeof publishedKeySchema>;

export const auditChainCalls = {
  auditKeys: call({
    method: 'GET',
    path: '/api/audit/key',
    summary: 'The public keys that heads of the event chain are signed with, the one in use first',
    access: 'anyone',
    answer: z.strictObject({ keys: z.array(publishedKeySchema) }),
  }),
  auditHeads: call({
    method: 'GET',
    path: '/api/audit/heads',
    summary: 'Signed heads of the event chain, the newest first: keep them, and history cannot be changed unseen',
    access: 'anyone',
    query: z.strictObject({ limit: z.coerce.number().int().min(1).max(1000).default(100) }),
    answer: z.strictObject({ heads: z.array(signedHeadSchema) }),
  }),
} as const;
