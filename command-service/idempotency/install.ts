import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { HEADERS } from '@perktree/contracts/http/common';
import { Refused } from '@perktree/contracts/refusals';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CommandServiceDeps } from '../deps.ts';
import { IdempotencyKeyStore, type KeptAnswer, type KeyOwner } from './key-store.ts';
import { idempotencyKeyOf, requestHash } from './request.ts';

/** How long a second request waits for the first one's answer before it is told that the key is in use. */
const PATIENCE_MS = 2_000;
const POLL_MS = 50;
/** Headers that are part of an answer. */
const KEPT_HEADERS = ['content-type', HEADERS.position.toLowerCase()] as const;

/**
 * `Idempotency-Key` on the POST and PUT calls of a scope (api.md, "Everywhere"): the first answer is kept by account and
 * key and given again. The key of somebody who is not signed in has no effect: there is no account to keep it by, and
 * what a visitor can do (an anonymous scan) counts once anyway.
 *
 * Not kept: 5xx, since nothing was decided, and 429, since waiting changes it. An attempt that died is taken over, and as
 * the command id derives from the key, the command handler finds what the dead attempt had appended.
 */
export function installIdempotencyKeys(
  scope: FastifyInstance,
  deps: Pick<CommandServiceDeps, 'pool' | 'authenticate' | 'logger'>,
  keys = new IdempotencyKeyStore(deps.pool),
): void {
  const attempts = new WeakMap<FastifyRequest, { readonly owner: KeyOwner; readonly attempt: string }>();

  scope.addHook('preHandler', async (request, reply) => {
    if (request.method !== 'POST' && request.method !== 'PUT') return;
    const key = idempotencyKeyOf(request);
    if (key === null) return;
    const session = await deps.authenticate(request);
    if (session === null) return;
    const attempt = randomUUID();
    const owner = { userId: session.userId, key };
    const answer = await takeOrWait(keys, owner, requestHash(request), attempt);
    if (answer) return replay(answer, request, reply);
    attempts.set(request, { owner, attempt });
  });

  scope.addHook('onSend', async (request, reply, payload) => {
    const working = attempts.get(request);
    if (!working) return payload;
    attempts.delete(request);
    const { owner, attempt } = working;
    try {
      if (isKept(reply.statusCode)) await keys.finish(owner, attempt, answerOf(reply, payload));
      else await keys.release(owner, attempt);
    } catch (err) {
      // The command has been decided, so its answer goes out. A retry takes the key over and finds the events.
      deps.logger.warn({ err }, 'the answer to an idempotency key was not kept');
    }
    return payload;
  });
}

/** The first answer, or null when the key is the caller's to work on. */
async function takeOrWait(
  keys: IdempotencyKeyStore,
  owner: KeyOwner,
  hash: string,
  attempt: string,
): Promise<KeptAnswer | null> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const taken = await keys.take(owner, hash, attempt);
    if (taken.kind === 'taken') return null;
    if (taken.kind === 'answered') return taken.answer;
    if (taken.kind === 'other_request') throw new Refused('IDEMPOTENCY_KEY_REUSED');
    if (Date.now() >= deadline) throw new Refused('IDEMPOTENCY_KEY_IN_USE');
    await sleep(POLL_MS);
  }
}

function isKept(status: number): boolean {
  return status < 500 && status !== 429;
}

function answerOf(reply: FastifyReply, payload: unknown): KeptAnswer {
  const headers: Record<string, string> = {};
  for (const name of KEPT_HEADERS) {
    const value = reply.getHeader(name);
    if (value !== undefined) headers[name] = String(value);
  }
  return { status: reply.statusCode, body: typeof payload === 'string' ? payload : '', headers };
}

function replay(answer: KeptAnswer, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply
    .status(answer.status)
    .headers({ ...answer.headers, [HEADERS.requestId]: request.id, 'Cache-Control': 'no-store' })
    .send(answer.body);
}
