import { resolve } from 'node:path';
import { followChain } from '@perktree/audit-service/chain/follow-chain';
import { newestHeads, publishedKeys, publishHead } from '@perktree/audit-service/chain/signed-heads';
import { type Verified, verifyChain } from '@perktree/audit-service/chain/verify-chain';
import { type PublishedKey, type SignedHead, signedHeadSchema } from '@perktree/contracts/http/audit-chain';
import { parseStrict, StrictJsonError } from '@perktree/contracts/strict-json';
import { z } from 'zod';
import { auditSigningKey } from '../../parts/configuration/audit-signing-key.ts';
import { readNamedFile } from '../file-refused.ts';
import { walkProgress } from '../progress-line.ts';
import { type Action, withStores } from '../session.ts';

const MAX_HEADS = 1_000;

interface VerifyOptions {
  readonly heads?: string;
  readonly key?: string;
}

export const verify: Action<VerifyOptions> = async (session, { heads: file, key: publicKey }) => {
  if (publicKey !== undefined && file === undefined) {
    throw new Error('--key belongs to the heads of a file: name it by --heads.');
  }
  const heads = file === undefined ? [] : headsOf(resolve(session.folder, file));
  const keys = publicKey === undefined ? [] : heads.map(({ keyId }) => ({ keyId, publicKey }));
  // Postgres numbers events from 1 on without gaps; EventStoreDB does not.
  const positionsAreNumbers = session.configuration.eventStoreUrl === null;
  const progress = walkProgress('verifying');
  const verified = await withStores(session, async ({ store, pool }) => {
    const head = await store.head();
    const onProgress = (events: number, position: bigint) => progress.show({ events, position, head });
    return verifyChain({ store, pool, heads, keys, positionsAreNumbers, onProgress });
  }).finally(progress.end);
  return { json: verified, text: verifiedText(verified), differs: verified.difference !== null };
};

export const sign: Action<object> = (session) =>
  withStores(session, async ({ store, pool }) => {
    const head = await followChain({ store, pool });
    const key = auditSigningKey(session.configuration);
    const signed = await publishHead(pool, head, { key, now: new Date(session.now()) });
    if (signed === null) throw new Error('There are no events yet, so there is nothing to sign.');
    return { json: signed, text: headText(signed) };
  });

export const heads: Action<object> = (session) =>
  withStores(session, async ({ pool }) => {
    const newest = await newestHeads(pool, MAX_HEADS);
    return {
      json: { heads: newest },
      text: newest.map(headText).join('\n') || `No head is signed yet. ${HOW_TO_SIGN}`,
    };
  });

export const key: Action<object> = (session) =>
  withStores(session, async ({ pool }) => {
    const keys = await publishedKeys(pool);
    return { json: { keys }, text: keys.map(keyText).join('\n') || `No key is used yet. ${HOW_TO_SIGN}` };
  });

const HOW_TO_SIGN = 'Run: npm run perktree -- chain sign';

function headsOf(file: string): readonly SignedHead[] {
  const kept = z.union([
    z.object({ heads: z.array(signedHeadSchema) }).transform(({ heads }) => heads),
    z.array(signedHeadSchema),
    signedHeadSchema.transform((head) => [head]),
  ]);
  const parsed = kept.safeParse(jsonIn(file));
  if (parsed.success) return parsed.data;
  throw new Error(`${file} holds no signed heads. Use an answer of GET /api/audit/heads.`);
}

/** Undefined: the text is no JSON. */
function jsonIn(file: string): unknown {
  try {
    return parseStrict(readNamedFile(file));
  } catch (error) {
    if (!(error instanceof StrictJsonError)) throw error;
    if (error.code === 'json') return undefined;
    throw new Error(`${file} cannot be trusted: ${error.message}`);
  }
}

function verifiedText({ events, recorded, heads, chain, difference }: Verified): string {
  if (difference !== null) return difference.message;
  const summary = `${events} events chain to ${chain}.`;
  const since = events > recorded ? `, ${events - recorded} are newer` : '';
  return `${summary}\n${recorded} match their record${since}; ${heads} signed heads match.`;
}

const headText = ({ events, chain, signedAt, keyId }: SignedHead) =>
  `${signedAt}  ${events} events chain to ${chain}, signed by ${keyId}`;
const keyText = ({ keyId, publicKey }: PublishedKey) => `${keyId}  ${publicKey}`;
