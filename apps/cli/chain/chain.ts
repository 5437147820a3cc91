import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { followChain } from '@perktree/audit-service/chain/follow-chain';
import type { HeadFinding } from '@perktree/audit-service/chain/head-findings';
import { newestHeads, publishHead } from '@perktree/audit-service/chain/signed-heads';
import { newPrivateKey, readSigningKey, type SigningKey } from '@perktree/audit-service/chain/signing-key';
import { handOverKey, publishedKeys, revokeKey } from '@perktree/audit-service/chain/signing-keys';
import { type Verified, verifyChain } from '@perktree/audit-service/chain/verify-chain';
import { type PublishedKey, type SignedHead, signedHeadSchema } from '@perktree/contracts/audit/chain-calls';
import { parseStrict, StrictJsonError } from '@perktree/contracts/kernel/strict-json';
import { GUARD_TEXTS, readAppendGuard } from '@perktree/event-store/postgres/append-guard';
import { z } from 'zod';
import { auditSigningKey, rotateInstallationKey } from '../../parts/configuration/audit-signing-key.ts';
import { readNamedFile, writeNamedFile } from '../file-refused.ts';
import { replayProgress } from '../progress-line.ts';
import { type Action, withStores } from '../session.ts';

const MAX_HEADS = 1_000;

interface VerifyOptions {
  readonly heads?: string;
  readonly head?: readonly SignedHead[];
  readonly key?: string;
  /** Starts of gaps that are reported and do not fail the check. */
  readonly knownGap?: readonly string[];
}

export const verify: Action<VerifyOptions> = async (session, options) => {
  const { heads: file, head = [], key: publicKey, knownGap = [] } = options;
  if (publicKey !== undefined && file === undefined && head.length === 0) {
    throw new Error('--key belongs to the heads of a file: name it by --heads.');
  }
  const heads = [...(file === undefined ? [] : headsOf(resolve(session.folder, file))), ...head];
  const keys = publicKey === undefined ? [] : heads.map(({ keyId }) => ({ keyId, publicKey }));
  // Postgres numbers events from 1 on without gaps; EventStoreDB does not.
  const positionsAreNumbers = session.configuration.eventStoreUrl === null;
  const progress = replayProgress('verifying');
  const verified = await withStores(session, async ({ store, pool }) => {
    const head = await store.head();
    const onProgress = (events: number, position: bigint) => progress.show({ events, position, head });
    const now = new Date(session.now());
    const guard = await readAppendGuard(pool, positionsAreNumbers);
    return { guard, ...(await verifyChain({ store, pool, heads, keys, positionsAreNumbers, now, onProgress })) };
  }).finally(progress.end);
  const isKnown = ({ kind, at }: HeadFinding) => kind === 'gap' && at !== null && knownGap.includes(at);
  const known = verified.findings.filter(isKnown);
  const rest = { ...verified, findings: verified.findings.filter((finding) => !isKnown(finding)) };
  const differs = rest.difference !== null || rest.findings.length > 0 || rest.guard === 'off';
  const limits = GUARD_TEXTS[rest.guard];
  const text = [verifiedText(rest), ...known.map(({ message }) => `Known: ${message}`), ...(limits ? [limits] : [])];
  return { json: { ...rest, known }, text: text.join('\n'), differs };
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

export const rotate: Action<{ readonly newKey?: string }> = (session, { newKey }) =>
  withStores(session, async ({ pool }) => {
    const { configuration } = session;
    const isGiven = configuration.auditSigningKey !== null;
    if (isGiven && newKey === undefined)
      throw new Error('AUDIT_SIGNING_KEY is set: name the file of the new key by --new-key.');
    if (!isGiven && newKey !== undefined)
      throw new Error('Without AUDIT_SIGNING_KEY the new key is made in DATA_DIR: leave --new-key out.');
    const handOver = async (from: SigningKey, to: SigningKey) => {
      const keys = await publishedKeys(pool);
      // Handed over before a kill.
      const done = keys.find(({ keyId, handOver: by }) => keyId === to.keyId && by?.from === from.keyId);
      return done ?? handOverKey(pool, from, to, new Date(session.now()));
    };
    const file = newKey === undefined ? null : resolve(session.folder, newKey);
    const next =
      file === null
        ? await rotateInstallationKey(configuration.dataDir, handOver)
        : await handOver(auditSigningKey(configuration), newKeyIn(file));
    const use = file === null ? 'It is in DATA_DIR.' : `Set AUDIT_SIGNING_KEY to the content of ${file}.`;
    const restart = 'Restart every process: with the old key nothing is signed any more.';
    return { json: next, text: `${keyText(next)}\n${use} ${restart}` };
  });

/** The key of a file, which is made if it does not exist. @throws Error with a sentence about the file */
function newKeyIn(file: string): SigningKey {
  if (!existsSync(file)) writeNamedFile('--new-key', file, newPrivateKey(), { mode: 0o600, flag: 'wx', flush: true });
  return readSigningKey(readNamedFile(file));
}

interface RevokeOptions {
  readonly reason: string;
  readonly from?: string;
}

export const revoke: Action<RevokeOptions> = (session, { reason, from }, [keyId = '']) =>
  withStores(session, async ({ pool }) => {
    const now = new Date(session.now());
    const by = auditSigningKey(session.configuration);
    await revokeKey(pool, keyId, { at: from ?? now.toISOString(), reason, by, now });
    const revoked = (await publishedKeys(pool)).find((each) => each.keyId === keyId);
    return { json: revoked, text: revoked ? keyText(revoked) : '' };
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

function verifiedText({ events, recorded, heads, chain, difference, findings }: Verified): string {
  const found = [...(difference ? [difference] : []), ...findings].map(({ message }) => message);
  if (found.length > 0) return found.join('\n');
  const summary = `${events} events chain to ${chain}.`;
  const since = events > recorded ? `, ${events - recorded} are newer` : '';
  return `${summary}\n${recorded} match their record${since}; ${heads} signed heads match.`;
}

const headText = ({ events, chain, signedAt, keyId }: SignedHead) =>
  `${signedAt}  ${events} events chain to ${chain}, signed by ${keyId}`;

function keyText({ keyId, publicKey, since, until, handOver, revoked }: PublishedKey): string {
  const facts = [
    `since ${since}`,
    ...(until ? [`until ${until}`] : []),
    handOver ? `signed by ${handOver.from}` : 'signed by no earlier key',
    ...(revoked ? [`revoked from ${revoked.at} by ${revoked.by}: ${revoked.reason}`] : []),
  ];
  return `${keyId}  ${publicKey}  ${facts.join(', ')}`;
}
