import { followChain } from '@perktree/audit-service/chain/follow-chain';
import {
  newestHeads,
  type PublishedKey,
  publishedKeys,
  publishHead,
  type SignedHead,
} from '@perktree/audit-service/chain/signed-heads';
import { type Verified, verifyChain } from '@perktree/audit-service/chain/verify-chain';
import { auditSigningKey } from '../audit-signing-key.ts';
import type { Asked, Outcome } from '../backup/run-command.ts';
import type { Configuration } from '../configuration.ts';
import { createProgressLine } from '../operate/progress-line.ts';
import { type ChainStores, openChainStores } from './chain-stores.ts';
import { HELP, readWords, type Words } from './words.ts';

const MOST_HEADS = 1_000;

/** `npm run chain -- …` */
export async function chainCommand({ args, configuration, folder, logger }: Asked): Promise<Outcome> {
  const words = readWords(args, folder);
  const run = COMMANDS[words.command];
  if (words.command === 'help') return { json: { help: HELP }, text: HELP };
  if (run === undefined) throw new Error(`There is no command ${words.command}.\n\n${HELP}`);
  const opened = await openChainStores(configuration, logger);
  try {
    return await run(opened, words, configuration);
  } finally {
    await opened.close();
  }
}

type Run = (stores: ChainStores, words: Words, configuration: Configuration) => Promise<Outcome>;

const COMMANDS: Readonly<Record<string, Run>> = {
  verify: async ({ store, pool, positionsAreNumbers }, { heads, keys }) => {
    const line = createProgressLine('verifying');
    const onProgress = progressOf(line.show, await store.head());
    const verified = await verifyChain({ store, pool, heads, keys, positionsAreNumbers, onProgress }).finally(line.end);
    return { json: verified, text: verifiedText(verified), bad: verified.difference !== null };
  },
  sign: async ({ store, pool }, _, configuration) => {
    const head = await followChain({ store, pool });
    const signed = await publishHead(pool, head, { key: auditSigningKey(configuration), now: new Date() });
    if (signed === null) throw new Error('There are no events yet, so there is nothing to sign.');
    return { json: signed, text: headText(signed) };
  },
  heads: async ({ pool }) => {
    const heads = await newestHeads(pool, MOST_HEADS);
    return { json: { heads }, text: heads.map(headText).join('\n') || 'None was signed yet: npm run chain -- sign' };
  },
  key: async ({ pool }) => {
    const keys = await publishedKeys(pool);
    return { json: { keys }, text: keys.map(keyText).join('\n') || 'None was used yet: npm run chain -- sign' };
  },
};

function progressOf(show: ReturnType<typeof createProgressLine>['show'], head: bigint) {
  const began = performance.now();
  return (events: number, position: bigint) => {
    const seconds = (performance.now() - began) / 1000;
    const share = head === 0n ? 1 : Number(position) / Number(head);
    show({
      phase: 'reading',
      percent: Math.floor(share * 100),
      events,
      eventsLeft: Math.round(events / share - events),
      eventsPerSecond: Math.round(events / seconds),
      secondsLeft: Math.round(seconds / share - seconds),
    });
  };
}

function verifiedText({ events, recorded, heads, chain, difference }: Verified): string {
  if (difference !== null) return difference.message;
  const told = `${events} events chain to ${chain}.`;
  const since = events > recorded ? `, and ${events - recorded} came since` : '';
  return `${told}\n${recorded} are as they were recorded${since}; ${heads} signed heads fit.`;
}

const headText = ({ events, chain, signedAt, keyId }: SignedHead) =>
  `${signedAt}  ${events} events chain to ${chain}, signed by ${keyId}`;
const keyText = ({ keyId, publicKey }: PublishedKey) => `${keyId}  ${publicKey}`;
