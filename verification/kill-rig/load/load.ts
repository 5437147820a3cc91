import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer, Person } from '../../e2e/support/person.ts';
import { attemptOf, type CallAttempt } from '../../oracle/evidence.ts';
import type { Dice } from '../../trust/dice.ts';
import type { Member, Shop } from './shop.ts';

const ANSWER_TIMEOUT_MS = 4_000;
const PAUSE_MS = 250;
const MAX_ATTEMPTS = 80;
/** Share of the commands that are not retried. */
const NOT_RETRIED = 0.1;
const MAX_IDLE_MS = 25;

type Body = Record<string, unknown>;
type Method = 'GET' | 'POST' | 'PUT';
interface Scene {
  readonly shop: Shop;
  readonly dice: Dice;
  /** Ids from earlier answers. */
  readonly known: { readonly redemptions: string[]; readonly payouts: string[] };
  /** @returns the body; null: refused or not settled */
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  readonly send: (by: Member, method: Method, url: string, body?: object) => Promise<any>;
}
type Action = (scene: Scene) => Promise<unknown>;

const redeem: Action = async ({ shop, dice, known, send }) => {
  const customer = dice.pick(shop.customers);
  const { customerToken: token } = dice.pick(shop.roots);
  if (!(await send(customer, 'POST', '/api/scan', { token }))) return;
  const answer = await send(customer, 'POST', '/api/redeem', { token });
  if (answer) known.redemptions.push(answer.redemptionId);
};

/** At the counter, by code or by the QR on the customer's screen. */
const redeemAtCounter: Action = async ({ shop, dice, known, send }) => {
  const { customerToken: token } = dice.pick(shop.roots);
  const shown = await send(dice.pick(shop.customers), 'POST', '/api/scan', { token });
  if (!shown?.redemptionCode || !shown.redemptionToken) return;
  const by = dice.next() < 0.5 ? { redemptionCode: shown.redemptionCode } : { token: shown.redemptionToken };
  const saleAmount = dice.pick(['19.99', '0.01', '250.00', '33.33']);
  const answer = await send(shop.owner, 'POST', '/api/staff/redeem', { ...by, saleAmount });
  if (answer) known.redemptions.push(answer.redemption.id);
};

const edit: Action = ({ shop, dice, send }) =>
  send(shop.owner, 'PUT', `/api/sites/${shop.siteId}/qrs/${dice.pick(shop.roots).id}`, { name: `${dice.int(1e9)}` });

const split: Action = ({ shop, dice, send }) => {
  const splits = [{ name: 'Part', commissionPercent: dice.pick(['0.50', '1.00', '7.00']) }];
  return send(shop.owner, 'POST', `/api/sites/${shop.siteId}/qrs/${dice.pick(shop.roots).id}/split`, { splits });
};

const claim: Action = ({ shop, dice, send }) =>
  send(shop.distributor, 'POST', '/api/claim-qr', { token: dice.pick(shop.roots).distributorToken });

const release: Action = async ({ shop, dice, send }) => {
  if (dice.next() < 0.8) return;
  await send(shop.owner, 'POST', `/api/sites/${shop.siteId}/qrs/${dice.pick(shop.roots).id}/release-claim`);
};

const reverse: Action = async ({ shop, dice, known, send }) => {
  if (known.redemptions.length === 0) return;
  const body = { reason: 'returned', amount: dice.pick([undefined, '0.01', '5.00']) };
  await send(shop.owner, 'POST', `/api/redemptions/${dice.pick(known.redemptions)}/reverse`, body);
};

const payOut: Action = async ({ shop, known, send }) => {
  const answer = await send(shop.owner, 'POST', `/api/sites/${shop.siteId}/payouts`);
  for (const { id } of answer?.payouts ?? []) known.payouts.push(id);
};

const settle: Action = async ({ shop, dice, known, send }) => {
  if (known.payouts.length === 0) return;
  const url = `/api/payouts/${dice.pick(known.payouts)}`;
  if (dice.next() < 0.7) await send(shop.owner, 'POST', `${url}/mark-paid`, { reference: 'transfer' });
  else await send(shop.owner, 'POST', `${url}/cancel`, { reason: 'not now' });
};

const ACTIONS: readonly Action[] = [
  ...[redeem, redeem, redeem, redeemAtCounter, redeemAtCounter, edit],
  ...[split, claim, release, reverse, payOut, settle],
];

/** Its answer is searched for ids of other tenants. */
const read: Action = ({ shop: { owner, distributor, customers, siteId }, dice, send }) => {
  const [by, url] = dice.pick<readonly [Member, string]>([
    ...[`/api/sites/${siteId}/qrs`, '/api/sites', `/api/sites/${siteId}/payouts`].map((path) => [owner, path] as const),
    [distributor, '/api/distributors/me/qrs'],
    [dice.pick(customers), '/api/me/scans'],
  ]);
  return send(by, 'GET', url);
};

/** Clients that use the product continuously and record every attempt. */
export class Load {
  readonly attempts: CallAttempt[] = [];
  /** Number of acknowledged commands so far. */
  acknowledged = 0;
  private isOver = false;
  private readonly working: Promise<unknown>[] = [];
  /** A client for each person and address, as a restarted product may have another address. */
  private clients = new WeakMap<Person, Map<string, Person>>();

  constructor(
    private readonly where: () => string,
    private readonly dice: Dice,
  ) {}

  /** Starts concurrent clients of one shop. */
  start(shop: Shop, clients: number): void {
    const send: Scene['send'] = (...call) => this.persist(...call);
    const scene: Scene = { shop, send, known: { redemptions: [], payouts: [] }, dice: this.dice };
    for (let n = 0; n < clients; n += 1) this.working.push(this.client(scene));
  }

  /** A failover lost events: forgets what was acknowledged since an attempt, and read positions, as reloading a page does. */
  loseAnswers(from: number): void {
    this.clients = new WeakMap();
    for (const [n, call] of this.attempts.entries()) {
      if (n >= from && call.outcome === 'acknowledged') this.attempts[n] = { ...call, outcome: 'unknown' };
    }
  }

  /** Resolves when each client's current command is settled or given up. */
  async stop(): Promise<void> {
    this.isOver = true;
    await Promise.all(this.working);
  }

  private async client(scene: Scene): Promise<void> {
    while (!this.isOver) {
      const action = this.dice.next() < 0.25 ? read : this.dice.pick(ACTIONS);
      await action(scene);
      await sleep(this.dice.next() * MAX_IDLE_MS);
    }
  }

  /** Retries until the answer is known. */
  private async persist(by: Member, method: Method, url: string, body?: object): Promise<Body | null> {
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
    const headers: Record<string, string> = key === null ? {} : { 'idempotency-key': key };
    const sent: Promise<Answer<Body | null> | null> = this.clientOf(person).send<Body | null>(
      method,
      url,
      body,
      headers,
    );
    const timeout = sleep(ANSWER_TIMEOUT_MS, null, { ref: false });
    const answer = await Promise.race([sent.catch(() => null), timeout]);
    const seen = answer && { ...answer, position: answer.headers.get('x-position') };
    const call = attemptOf({ userId, tenantId }, request, seen);
    this.attempts.push(call);
    if (call.outcome === 'acknowledged' && method !== 'GET') this.acknowledged += 1;
    return call;
  }

  private clientOf(person: Person): Person {
    const origin = this.where();
    const byOrigin = this.clients.get(person) ?? new Map<string, Person>();
    this.clients.set(person, byOrigin);
    const client = byOrigin.get(origin) ?? person.at(origin);
    byOrigin.set(origin, client);
    return client;
  }
}
