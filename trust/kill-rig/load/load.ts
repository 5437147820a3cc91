import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { deriveUuid } from '@perktree/command-service/derive-uuid';
import type { Answer, Person } from '@perktree/e2e/support/person';
import { requestHash } from '@perktree/platform/http/idempotency/request';
import type { FastifyRequest } from 'fastify';
import type { Dice } from '../../dice.ts';
import type { Asked } from '../../oracle/evidence.ts';
import { ACTIONS, type Action, READS } from './actions.ts';
import type { Member, Shop } from './shop.ts';

/** How long somebody waits for an answer, and how often they ask again; one in so many gives up at the first silence. */
const PATIENCE_MS = 4_000;
const PAUSE_MS = 250;
const MOST_TRIES = 80;
const GIVES_UP = 0.1;
const MOST_IDLE_MS = 25;

type Told = Record<string, unknown>;

/** People who use the product all the time, wherever it is, and write down what they saw. */
export class Load {
  readonly asked: Asked[] = [];
  private isOver = false;
  private commands = 0;
  private readonly working: Promise<unknown>[] = [];
  /** Of each person one for each address: the product may have moved. */
  private moved = new WeakMap<Person, Map<string, Person>>();

  constructor(
    private readonly where: () => string,
    private readonly dice: Dice,
  ) {}

  /** Ever more calls of one shop, by so many at once. */
  start(shop: Shop, clients: number): void {
    const told: { redemptions: string[]; payouts: string[] } = { redemptions: [], payouts: [] };
    for (let n = 0; n < clients; n += 1) this.working.push(this.client({ shop, told, dice: this.dice }));
  }

  /** How many commands have been acknowledged so far. */
  get acknowledged(): number {
    return this.commands;
  }

  /** Everyone loads their pages anew: they forget how far they have read. */
  reload(): void {
    this.moved = new WeakMap();
  }

  /**
   * What was acknowledged between two lengths of `asked` may be lost, after a failover to a server that was behind: it counts as
   * not answered.
   */
  loseAnswers(from: number, to: number): number {
    let lost = 0;
    for (let n = from; n < to; n += 1) {
      const call = this.asked[n];
      if (call?.outcome !== 'acknowledged') continue;
      this.asked[n] = { ...call, outcome: 'unknown' };
      lost += 1;
    }
    return lost;
  }

  /** Ends when everybody has what they asked for, or has given up. */
  async stop(): Promise<void> {
    this.isOver = true;
    await Promise.all(this.working);
  }

  private async client(scene: Parameters<Action>[0]): Promise<void> {
    while (!this.isOver) {
      for (const wish of this.dice.pick(this.dice.next() < 0.25 ? READS : ACTIONS)(scene)) {
        const answer = await this.persist(wish.by, wish.method, wish.url, wish.body);
        if (answer === null) break;
        wish.done?.(answer);
      }
      await sleep(this.dice.next() * MOST_IDLE_MS);
    }
  }

  /** @returns null: it was refused, or is not settled */
  private async persist(by: Member, method: string, url: string, body?: object): Promise<Told | null> {
    const key = method === 'GET' ? null : randomUUID();
    const tries = this.dice.next() < GIVES_UP ? 1 : MOST_TRIES;
    for (let n = 0; n < tries && !(this.isOver && n > 40); n += 1) {
      const call = await this.ask(by, { method, url, key, ...(body && { body }) });
      if (call.outcome === 'acknowledged') return call.answer as Told;
      if (call.outcome === 'refused') return null;
      await sleep(PAUSE_MS);
    }
    return null;
  }

  private async ask(
    { person, userId, tenantId }: Member,
    asked: { method: string; url: string; key: string | null; body?: object },
  ): Promise<Asked> {
    const { method, url, key, body } = asked;
    const given = key === null ? {} : { 'idempotency-key': key };
    const answer = await Promise.race([
      this.sendFrom(person, method, url, body, given),
      sleep(PATIENCE_MS, null, { ref: false }),
    ]);
    const position = answer?.headers.get('x-position') ?? null;
    const call: Asked = {
      ...{ by: { userId, tenantId }, method, url, key, outcome: outcomeOf(answer), status: answer?.status ?? 0 },
      commandId:
        key === null
          ? null
          : deriveUuid('command', userId, key, requestHash({ method, url, body } as unknown as FastifyRequest)),
      answer: answer?.body ?? null,
      position: position === null || method === 'GET' ? null : BigInt(position),
    };
    this.asked.push(call);
    if (call.outcome === 'acknowledged' && method !== 'GET') this.commands += 1;
    return call;
  }

  private async sendFrom(
    person: Person,
    ...[method, url, body, headers]: readonly [string, string, unknown, Record<string, string>]
  ): Promise<Answer<Told | null> | null> {
    const origin = this.where();
    const places = this.moved.get(person) ?? new Map<string, Person>();
    this.moved.set(person, places);
    const there = places.get(origin) ?? person.at(origin);
    places.set(origin, there);
    return there.send<Told | null>(method, url, body, headers).catch(() => null);
  }
}

function outcomeOf(answer: Answer<Told | null> | null): Asked['outcome'] {
  if (answer === null || answer.status >= 500 || answer.body?.code === 'IDEMPOTENCY_KEY_IN_USE') return 'unknown';
  return answer.status >= 400 || answer.body?.success === false ? 'refused' : 'acknowledged';
}
