import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer, Person } from '../../e2e/support/person.ts';
import { attemptOf, type CallAttempt } from '../../oracle/evidence.ts';
import type { Dice } from '../../trust/dice.ts';
import { ACTIONS, type Action, READS } from './actions.ts';
import type { Member, Shop } from './shop.ts';

const ANSWER_TIMEOUT_MS = 4_000;
const PAUSE_MS = 250;
const MAX_ATTEMPTS = 80;
/** Share of the commands that are not retried. */
const NOT_RETRIED = 0.1;
const MAX_IDLE_MS = 25;

type Body = Record<string, unknown>;

/** Clients that use the product continuously and record every attempt. */
export class Load {
  readonly attempts: CallAttempt[] = [];
  private isOver = false;
  private commands = 0;
  private readonly working: Promise<unknown>[] = [];
  /** A client for each person and address, as a restarted product may have another address. */
  private clients = new WeakMap<Person, Map<string, Person>>();

  constructor(
    private readonly where: () => string,
    private readonly dice: Dice,
  ) {}

  /** Starts concurrent clients of one shop. */
  start(shop: Shop, clients: number): void {
    const known: { redemptions: string[]; payouts: string[] } = { redemptions: [], payouts: [] };
    for (let n = 0; n < clients; n += 1) this.working.push(this.client({ shop, known, dice: this.dice }));
  }

  /** Number of acknowledged commands so far. */
  get acknowledged(): number {
    return this.commands;
  }

  /** Forgets read positions, as reloading a page does. */
  reload(): void {
    this.clients = new WeakMap();
  }

  /**
   * Marks the acknowledged attempts of a range as unknown, after a failover to a server that lacked events.
   * @returns how many were marked
   */
  loseAnswers(from: number, to: number): number {
    let lost = 0;
    for (let n = from; n < to; n += 1) {
      const call = this.attempts[n];
      if (call?.outcome !== 'acknowledged') continue;
      this.attempts[n] = { ...call, outcome: 'unknown' };
      lost += 1;
    }
    return lost;
  }

  /** Resolves when each client's current command is settled or given up. */
  async stop(): Promise<void> {
    this.isOver = true;
    await Promise.all(this.working);
  }

  private async client(scene: Parameters<Action>[0]): Promise<void> {
    while (!this.isOver) {
      for (const planned of this.dice.pick(this.dice.next() < 0.25 ? READS : ACTIONS)(scene)) {
        const answer = await this.persist(planned.by, planned.method, planned.url, planned.body);
        if (answer === null) break;
        planned.done?.(answer);
      }
      await sleep(this.dice.next() * MAX_IDLE_MS);
    }
  }

  /** Retries until the answer is known. @returns the body; null: refused or not settled */
  private async persist(by: Member, method: string, url: string, body?: object): Promise<Body | null> {
    const key = method === 'GET' ? null : randomUUID();
    const tries = this.dice.next() < NOT_RETRIED ? 1 : MAX_ATTEMPTS;
    for (let n = 0; n < tries && !(this.isOver && n > 40); n += 1) {
      const call = await this.attempt(by, { method, url, key, ...(body && { body }) });
      if (call.outcome === 'acknowledged') return call.answer as Body;
      if (call.outcome === 'refused') return null;
      await sleep(PAUSE_MS);
    }
    return null;
  }

  private async attempt(
    { person, userId, tenantId }: Member,
    request: { method: string; url: string; key: string | null; body?: object },
  ): Promise<CallAttempt> {
    const { method, url, key, body } = request;
    const given = key === null ? {} : { 'idempotency-key': key };
    const answer = await Promise.race([
      this.sendFrom(person, method, url, body, given),
      sleep(ANSWER_TIMEOUT_MS, null, { ref: false }),
    ]);
    const seen = answer && { ...answer, position: answer.headers.get('x-position') };
    const call = attemptOf({ userId, tenantId }, request, seen);
    this.attempts.push(call);
    if (call.outcome === 'acknowledged' && method !== 'GET') this.commands += 1;
    return call;
  }

  private async sendFrom(
    person: Person,
    ...[method, url, body, headers]: readonly [string, string, unknown, Record<string, string>]
  ): Promise<Answer<Body | null> | null> {
    const origin = this.where();
    const byOrigin = this.clients.get(person) ?? new Map<string, Person>();
    this.clients.set(person, byOrigin);
    const client = byOrigin.get(origin) ?? person.at(origin);
    byOrigin.set(origin, client);
    return client.send<Body | null>(method, url, body, headers).catch(() => null);
  }
}
