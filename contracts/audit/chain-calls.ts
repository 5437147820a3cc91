import { z } from 'zod';
import { callsOf, isoTime } from '../kernel/call.ts';

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
  /** When it took over, or first signed. */
  since: isoTime,
  /** When the next key took over; null: none has. */
  until: isoTime.nullable(),
  /** The key before it, with its signature (Ed25519, base64); null: it took over from none. */
  handOver: z.strictObject({ from: z.string(), signature: z.string() }).nullable(),
  /** What it signed from `at` on does not count. `by` is the key whose signature that has. Null: it is not revoked. */
  revoked: z.strictObject({ at: isoTime, reason: z.string(), by: z.string(), signature: z.string() }).nullable(),
});
export type PublishedKey = z.infer<typeof publishedKeySchema>;

/** The maximum is more than any store has. */
const eventCount = z.coerce.number().int().min(1).max(1_000_000_000_000);

/** That the history of one head is the beginning of another one's (RFC 6962, 2.1.2). How to check it: docs/reference/chain-format.md. */
const consistencyProofSchema = z.strictObject({
  /** Events of the earlier head. */
  from: z.number().int().positive(),
  /** Events of the later head. */
  to: z.number().int().positive(),
  /** Of the tree that `root` of the heads is the root of. */
  path: z.array(hash),
  /** The same of `parts`; null: not all events were recorded in parts. */
  partsPath: z.array(hash).nullable(),
});
export type ConsistencyProof = z.infer<typeof consistencyProofSchema>;

/** A head on its way to those outside the installation. */
const headPushSchema = z.strictObject({
  events: z.number().int().positive(),
  receiver: z.enum(['mail', 'witness', 'time_stamp']),
  queuedAt: isoTime,
  /** Null: the receiver has not taken it yet. */
  doneAt: isoTime.nullable(),
  nextAttemptAt: isoTime.nullable(),
  attempts: z.number().int(),
  /** Why the last attempt failed. */
  error: z.string().nullable(),
});
export type HeadPush = z.infer<typeof headPushSchema>;

const headDetailsAnswer = z.strictObject({
  head: signedHeadSchema,
  /** What a time stamp is about: the signed lines, the id of the key and the signature. */
  file: z.string(),
  /** The answer of a time stamp authority (RFC 3161, TimeStampResp), DER in base64; null: none has stamped it. */
  timeStamp: z.strictObject({ at: isoTime.nullable(), response: z.string() }).nullable(),
});
export type HeadDetails = z.infer<typeof headDetailsAnswer>;

export const auditChainCalls = {
  auditKeys: call('GET', '/api/audit/key', {
    summary: 'The public keys that heads of the event chain are signed with, with their dates, the one in use first',
    access: 'anyone',
    answer: z.strictObject({ keys: z.array(publishedKeySchema) }),
  }),
  auditHeads: call('GET', '/api/audit/heads', {
    summary: 'Signed heads of the event chain, the newest first: keep them, and history cannot be changed unseen',
    access: 'anyone',
    query: z.strictObject({ limit: z.coerce.number().int().min(1).max(1000).default(100) }),
    answer: z.strictObject({ heads: z.array(signedHeadSchema) }),
  }),
  auditHead: call('GET', '/api/audit/heads/:events', {
    summary: 'Get a signed head as a file, with its time stamp',
    access: 'anyone',
    /** How many events it covers. */
    params: z.strictObject({ events: eventCount }),
    answer: headDetailsAnswer,
  }),
  headPushes: call('GET', '/api/audit/head-pushes', {
    summary: 'List the last heads that were pushed to owners, a witness and a time stamp authority',
    access: ['superadmin'],
    answer: z.strictObject({ pushes: z.array(headPushSchema) }),
  }),
  auditConsistency: call('GET', '/api/audit/consistency', {
    summary: 'Hashes that prove that the history of one head is the beginning of the history of a later one',
    access: 'anyone',
    /** Of both heads, how many events they cover. */
    query: z.strictObject({ from: eventCount, to: eventCount }),
    answer: consistencyProofSchema,
  }),
} as const;
