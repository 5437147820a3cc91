import { randomUUID } from 'node:crypto';
import { HEADERS } from '@perktree/contracts/kernel/call';
import { Refused } from '@perktree/contracts/kernel/refusals';
import { holdsSecret } from '@perktree/contracts/kernel/secret-text';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { warnOfFailure } from '../../outages.ts';
import { type EndTimer, systemTimers, type Timers } from '../../time/timers.ts';
import type { KeptAnswer, KeyStore, OwnedKey } from './key-store.ts';
import { idempotencyKeyOf, requestHash } from './request.ts';

/** A lease outlives three renewals, so one that fails does not end it. */
const RENEW_EVERY_MS = 1_000;

interface Held {
  readonly owned: OwnedKey;
  readonly attempt: string;
  readonly since: number;
}

/**
 * Renews the leases of the attempts that this process works on, all of them in one statement. When the process dies, its
 * leases expire. A failed renewal is not reported: `finish` detects that another attempt has taken over.
 */
class Leases {
  private readonly held = new Map<string, Held>();
  private endTimer: EndTimer | undefined;

  constructor(
    private readonly keys: Pick<KeyStore, 'renew'>,
    private readonly timers: Timers = systemTimers,
  ) {}

  add(owned: OwnedKey, attempt: string): void {
    this.held.set(attempt, { owned, attempt, since: this.timers.monotonic() });
    this.schedule();
  }

  delete(attempt: string): void {
    this.held.delete(attempt);
  }

  stop(): void {
    this.endTimer?.();
    this.held.clear();
  }

  private schedule(): void {
    this.endTimer ??= this.timers.after(RENEW_EVERY_MS, () => void this.renew());
  }

  private async renew(): Promise<void> {
    const before = this.timers.monotonic() - RENEW_EVERY_MS;
    const due = [...this.held.values()].filter(({ since }) => since <= before);
    if (due.length > 0) await this.keys.renew(due).catch(() => {});
    this.endTimer = undefined;
    if (this.held.size > 0) this.schedule();
  }
}

/** How long a repeated request waits for the first answer before it is refused because the key is in use. */
const PATIENCE_MS = 2_000;
/** First and longest polling interval for a key in use. Most answers are ready at the second poll. */
const POLL_MS = { first: 50, longest: 400 };
/** Pauses before an answer that could not be kept is tried to be kept again. */
const KEEP_AGAIN_MS = [50, 200, 800];
/** Stored headers of an answer. Never cookies: a replayed answer must not sign in its caller. */
const KEPT_HEADERS = ['content-type', HEADERS.position.toLowerCase()] as const;

/** Encrypts answers that hold secrets; it opens them again under the same context only. */
export interface AnswerSealing {
  seal(text: string, context: string): string;
  /** Null: sealed under another secret or context, or changed since. */
  open(sealed: string, context: string): string | null;
}

interface KeyedScope {
  readonly keys: KeyStore;
  readonly logger: Pick<FastifyBaseLogger, 'warn'>;
  readonly sealing: AnswerSealing;
  /** Whose key it is. Null: a key has no effect on this request. */
  readonly ownerOf: (request: FastifyRequest) => Promise<string | null>;
  /**
   * Whether refusals are kept for this owner. Left out: always. Not for callers who are not signed in: they could fill the
   * table with refusals under random keys.
   */
  readonly keepsRefusals?: (owner: string) => boolean;
  /** Fingerprint of a request. Defaults to a plain hash, which is unsuitable for bodies with passwords. */
  readonly hashOf?: (request: FastifyRequest) => string;
  /** Called before the refusal of a key that was used with another request. */
  readonly onReused?: (request: FastifyRequest) => Promise<void>;
  /** Called before the first answer is replayed; an error replaces the replay. */
  readonly onReplay?: (request: FastifyRequest, reply: FastifyReply, answer: KeptAnswer) => Promise<void>;
}

/**
 * `Idempotency-Key` on the POST and PUT calls of a scope: the first answer is kept by owner and key
 * and replayed. It is stored before it is sent. If it cannot be stored, it is not sent, and a repeated request finds what the
 * attempt has stored.
 *
 * Not stored: 5xx, because nothing was decided; 429, because waiting changes it; refusals if `keepsRefusals` is false. A
 * repeated request takes over an attempt that died.
 *
 * Answers of calls that declare a secret (contracts/kernel/secret-text.ts) are stored encrypted: the same request gets them
 * again, and a copy of the database does not reveal them.
 */
export function installIdempotencyKeys(scope: FastifyInstance, options: KeyedScope): void {
  const { keys, logger, sealing, ownerOf, hashOf = requestHash, onReused, onReplay } = options;
  const { keepsRefusals = () => true } = options;
  const attempts = new WeakMap<FastifyRequest, Omit<Held, 'since'>>();
  const leases = new Leases(keys);
  scope.addHook('onClose', async () => leases.stop());

  scope.addHook('preHandler', (request, reply, done) => {
    const key = request.method === 'POST' || request.method === 'PUT' ? idempotencyKeyOf(request) : null;
    // Most requests have no key: avoid a promise for them.
    return key === null ? done() : begin(key, request, reply);
  });

  scope.addHook('onSend', (request, reply, payload, done) => {
    const working = attempts.get(request);
    return working === undefined ? done(null, payload) : end(working, request, reply, payload);
  });

  async function begin(key: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
    const owner = await ownerOf(request);
    if (owner === null) return undefined;
    const attempt = randomUUID();
    const owned = { owner, key };
    const found = await takeOrWait(owned, hashOf(request), attempt);
    if (found === 'other_request') {
      await onReused?.(request);
      throw new Refused('IDEMPOTENCY_KEY_REUSED');
    }
    if (found !== 'taken') {
      const body = isSealed(request) ? opened(found.body, owned) : found.body;
      // The installation's secret is another one now.
      if (body === null) throw new Refused('IDEMPOTENCY_KEY_REUSED');
      await onReplay?.(request, reply, found);
      return replay({ ...found, body }, request, reply);
    }
    attempts.set(request, { owned, attempt });
    leases.add(owned, attempt);
    return undefined;
  }

  /** The first answer, or that the key is the caller's to work on, or that it belongs to another request. */
  async function takeOrWait(owned: OwnedKey, hash: string, attempt: string) {
    const deadline = systemTimers.now() + PATIENCE_MS;
    for (let pause = POLL_MS.first; ; pause = Math.min(2 * pause, POLL_MS.longest)) {
      const taken = await keys.take(owned, hash, attempt);
      if (taken.kind === 'answered') return taken.answer;
      if (taken.kind !== 'in_use') return taken.kind;
      if (systemTimers.now() >= deadline) throw new Refused('IDEMPOTENCY_KEY_IN_USE');
      await systemTimers.sleep(pause);
    }
  }

  async function end<Payload>(
    { owned, attempt }: Omit<Held, 'since'>,
    request: FastifyRequest,
    reply: FastifyReply,
    payload: Payload,
  ): Promise<Payload> {
    attempts.delete(request);
    const answer = answerOf(reply, payload);
    try {
      if (!isKept(answer) || (request.refusal !== undefined && !keepsRefusals(owned.owner)))
        await release(owned, attempt);
      else if (!(await keep(owned, attempt, isSealed(request) ? sealed(answer, owned) : answer))) {
        reply.removeHeader(HEADERS.position);
        throw new Refused('UNAVAILABLE');
      }
    } finally {
      leases.delete(attempt);
    }
    return payload;
  }

  const placeOf = ({ owner, key }: OwnedKey) => `${owner} ${key}`;
  const sealed = (answer: KeptAnswer, owned: OwnedKey): KeptAnswer => ({
    ...answer,
    body: sealing.seal(answer.body, placeOf(owned)),
  });
  /** An answer that was kept before its call declared the secret is JSON, or empty. */
  const opened = (body: string, owned: OwnedKey) =>
    body === '' || body.startsWith('{') ? body : sealing.open(body, placeOf(owned));

  async function keep(owned: OwnedKey, attempt: string, answer: KeptAnswer): Promise<boolean> {
    for (const pause of [...KEEP_AGAIN_MS, null]) {
      try {
        return await keys.finish(owned, attempt, answer);
      } catch (err) {
        if (pause === null) warnOfFailure(logger, err, 'the answer to an idempotency key could not be kept');
        else await systemTimers.sleep(pause);
      }
    }
    return false;
  }

  /** A key that is not given back is free when its lease expires. */
  async function release(owned: OwnedKey, attempt: string): Promise<void> {
    try {
      await keys.release(owned, attempt);
    } catch (err) {
      warnOfFailure(logger, err, 'an idempotency key was not given back');
    }
  }
}

/** Also of a route that is not in the catalogue: its answer is not known. */
function isSealed({ routeOptions }: FastifyRequest): boolean {
  const { call } = routeOptions.config;
  return call === undefined || holdsSecret(call.answer);
}

function isKept({ status }: KeptAnswer): boolean {
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
  return (
    reply
      .status(answer.status)
      .headers({ ...answer.headers, [HEADERS.requestId]: request.id, 'Cache-Control': 'no-store' })
      // An answer without a body has no content type.
      .send(answer.body === '' ? undefined : answer.body)
  );
}
