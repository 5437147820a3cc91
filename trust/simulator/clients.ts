import { deriveUuid } from '@perktree/command-service/derive-uuid';
import { requestHash } from '@perktree/platform/http/idempotency/request';
import { type Person, sessionOf } from '@perktree/standalone/model/people';
import type { Answered, Asked as Wish } from '@perktree/standalone/model/system';
import type { FastifyRequest } from 'fastify';
import type { Asked } from '../oracle/evidence.ts';
import { PERSON_HEADER, type SimulatedProduct } from './simulated-product.ts';
import type { TinyAnswer } from './tiny-app.ts';

/** How long somebody waits for an answer before asking again, in milliseconds. */
const PATIENCE_MS = 3_000;
/** Before one asks again, at most: at first, and when nothing helps. */
const PAUSE_MS = 300;
const LONGEST_PAUSE_MS = 4_000;
/** Longer than a process stands still and then goes on trying. */
const LEFT_BEHIND_MS = 19_000;
/** Most tries of somebody patient; of somebody who gives up, and leaves it unknown. */
const TRIES = { patient: 100, hasty: 1 };
const GIVES_UP = 0.15;

/** What those who gave up are told here: nobody knows, so the model learns nothing of it. */
const UNSETTLED: Answered = { status: 409, body: { code: 'IDEMPOTENCY_KEY_IN_USE', success: false } };

/** Clients of the product, who ask again with the same key while nobody answers, and write down what they saw. */
export class Clients {
  readonly asked: Asked[] = [];
  private keys = 0;
  /** The first answer to each key that a caller has chosen. */
  private readonly first = new Map<string, Answered>();
  private readonly given = new Map<string, string>();
  private underWay = 0;
  private leaping: Promise<void> = Promise.resolve();

  constructor(private readonly product: SimulatedProduct) {}

  /**
   * Days pass, once nothing is under way that takes it for earlier: a command is stored within a minute, as the audit relies
   * on. Who calls meanwhile waits.
   */
  leap(ms: number): void {
    const { product } = this;
    this.leaping = this.leaping.then(async () => {
      while (this.underWay > 0) await product.time.sleep(50);
      // What nobody waits for any more may still be stored.
      await product.time.sleep(LEFT_BEHIND_MS);
      product.leap += ms;
    });
  }

  /** @returns the answer that settles it, or that it is not settled */
  async call(wish: Wish): Promise<Answered> {
    await this.leaping;
    this.underWay += 1;
    return this.persist(wish).finally(() => {
      this.underWay -= 1;
    });
  }

  private async persist(wish: Wish): Promise<Answered> {
    const { by } = wish;
    const { held, dice } = this.product;
    if (by && !held.has(by.userId)) held.set(by.userId, new Set(by.roles));
    const isKept = by !== null && wish.method !== 'DELETE';
    const key = wish.key !== undefined ? this.keyFor(wish.key) : isKept ? `own key ${++this.keys}` : null;
    // Who means to ask once more with the same key wants an answer first.
    const tries = wish.key === undefined && dice.next() < GIVES_UP ? TRIES.hasty : TRIES.patient;
    for (let n = 0; n < tries; n += 1) {
      const answer = await this.ask(wish, key);
      if (answer && isSettled(answer)) return this.firstOf(wish, { status: answer.status, body: answer.body });
      await this.product.time.sleep(dice.next() * Math.min(PAUSE_MS * (n + 1), LONGEST_PAUSE_MS));
    }
    return UNSETTLED;
  }

  /** The model numbers its keys over all seeds; here nothing may depend on the seeds before. */
  private keyFor(given: string): string {
    const key = this.given.get(given) ?? `given key ${this.given.size}`;
    this.given.set(given, key);
    return key;
  }

  /**
   * The model compares answers to one key word by word. Here the first may not have been kept, so that a second one has
   * other counters, or a refusal another reason; whether both tell of the same facts is for the oracle to say.
   */
  private firstOf({ by, key }: Wish, answer: Answered): Answered {
    if (key === undefined) return answer;
    const whose = `${by?.userId} ${key}`;
    const first = this.first.get(whose) ?? answer;
    this.first.set(whose, first);
    return first;
  }

  /** @returns null: nobody answered in time */
  private async ask(wish: Wish, key: string | null): Promise<TinyAnswer | null> {
    const { commands, time, dice } = this.product;
    const process = dice.pick(commands);
    const request = requestOf(wish, key, this.product);
    const gaveUp = time.sleep(PATIENCE_MS).then(() => null);
    const answer = process.machine.isAlive ? await Promise.race([process.app.serve(request), gaveUp]) : null;
    this.asked.push(noted(wish, key, answer));
    return answer;
  }
}

function requestOf({ by, method, url, body }: Wish, key: string | null, { held }: SimulatedProduct) {
  const session = by && sessionOf(by, held.get(by.userId) ?? by.roles);
  const headers = {
    ...(session && { [PERSON_HEADER]: JSON.stringify(session) }),
    ...(key !== null && { 'idempotency-key': key }),
  };
  return { method, url, headers, ...(body && { body }) };
}

/** Not of a DELETE, or somebody nameless: their commands have ids of their own. */
export function commandIdOf(by: Pick<Person, 'userId'> | null, key: string | null, wish: Wish): string | null {
  if (by === null || key === null || wish.method === 'DELETE') return null;
  const body = wish.body === undefined ? undefined : JSON.parse(JSON.stringify(wish.body));
  return deriveUuid('command', by.userId, key, requestHash({ ...wish, body } as unknown as FastifyRequest));
}

function noted(wish: Wish, key: string | null, answer: TinyAnswer | null): Asked {
  const { by, method, url } = wish;
  const position = answer?.headers['x-position'];
  const isRefused = answer !== null && (answer.status >= 400 || answer.body?.success === false);
  return {
    ...{ by, method, url, key, commandId: commandIdOf(by, key, wish) },
    outcome: answer === null || !isSettled(answer) ? 'unknown' : isRefused ? 'refused' : 'acknowledged',
    status: answer?.status ?? 0,
    answer: answer?.body ?? null,
    position: position === undefined ? null : BigInt(position),
  };
}

/** Anything but "not now". */
function isSettled({ status, body }: TinyAnswer): boolean {
  return status < 500 && !(status === 409 && body?.code === 'IDEMPOTENCY_KEY_IN_USE');
}
