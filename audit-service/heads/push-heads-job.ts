import { randomBytes } from 'node:crypto';
import type { SignedHead } from '@perktree/contracts/audit/chain-calls';
import { DAY_MS, MINUTE_MS } from '@perktree/contracts/kernel/durations';
import type { RecurringJob } from '@perktree/platform/jobs/recurring-job';
import type { Post, Posted } from '@perktree/platform/outgoing/post';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import { headFile } from '../chain/signed-heads.ts';
import { type DuePush, notePushed, notePushFailed, queueDailyHead, type Receiver, takeDue } from './head-pushes.ts';
import { checkTimeStamp, timeStampRequest } from './time-stamp.ts';

const EVERY_MS = 10 * MINUTE_MS;

/**
 * Hands a head to a receiver. The same head may be handed over twice where a process died in between.
 * @returns what the receiver answered, to be kept; null: nothing
 * @throws Error where the receiver did not take it
 */
export type HandHead = (head: SignedHead) => Promise<Buffer | null>;

/**
 * Pushes the last head of each day to those outside the installation, after midnight in UTC. A head that a receiver does not
 * take is tried again until it does.
 */
export function pushHeadsJob(options: {
  readonly pool: Pool;
  readonly receivers: Readonly<Partial<Record<Receiver, HandHead>>>;
  readonly logger: Pick<FastifyBaseLogger, 'warn' | 'info'>;
  readonly clock: () => Date;
}): RecurringJob {
  const { pool, receivers, logger, clock } = options;
  const names = Object.keys(receivers) as Receiver[];

  async function push(due: DuePush): Promise<void> {
    const { head, receiver, attempts } = due;
    const facts = { receiver, events: head.events };
    try {
      const answer = await (receivers[receiver] as HandHead)(head);
      await notePushed(pool, due, answer, clock());
      if (attempts > 1) logger.info({ ...facts, attempts }, 'a signed head was pushed after failures');
    } catch (err) {
      // One line for an outage: later failures are on the page Audit and in the metrics.
      const isKnown = await notePushFailed(pool, due, (err as Error).message.slice(0, 500));
      if (!isKnown) logger.warn({ err, ...facts }, 'cannot push a signed head; trying again');
    }
  }

  return {
    name: 'push-chain-head',
    everyMs: EVERY_MS,
    async run() {
      if (names.length === 0) return;
      const now = clock();
      const today = new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS);
      await queueDailyHead(pool, names, { today, now });
      // One after the other: a receiver that is back gets its heads in their order.
      for (const due of await takeDue(pool, names, now)) await push(due);
    },
  };
}

const USER_AGENT = 'PerkTree-Heads/1';
const { signal } = new AbortController();

/** The body of an answer 2xx. @throws Error for any other outcome */
function taken({ status, body, error }: Posted): Buffer {
  if (status === null) throw new Error(error ?? 'no answer');
  if (status < 200 || status > 299) throw new Error(`the answer has status ${status}`);
  return body ?? Buffer.alloc(0);
}

/** Posts the head as JSON to a witness. Its key lets a witness take a head once that is sent again. */
export const toWitness =
  (post: Post, url: string): HandHead =>
  async (head: SignedHead) => {
    const headers = {
      'content-type': 'application/json',
      'user-agent': USER_AGENT,
      'idempotency-key': `perktree-head-${head.events}-${head.keyId}`,
    };
    taken(await post({ url, headers, body: JSON.stringify(head), signal }));
    return null;
  };

/** Lets a time stamp authority (RFC 3161) sign when the head existed. */
export const toTimeStampAuthority =
  (post: Post, url: string): HandHead =>
  async (head) => {
    const [text, nonce] = [headFile(head), randomBytes(8)];
    const headers = { 'content-type': 'application/timestamp-query', 'user-agent': USER_AGENT };
    const answer = taken(await post({ url, headers, body: timeStampRequest(text, nonce), signal }));
    checkTimeStamp(answer, text, nonce);
    return answer;
  };
