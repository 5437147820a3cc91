import type { TestSite } from '@perktree/command-service/redemption/testing/seed-site';
import type { Role } from '@perktree/contracts/kernel/envelope';
import type { Person } from '../model/people.ts';
import { attemptOf, type CallAttempt } from '../oracle/evidence.ts';
import { PERSON_HEADER, type SimulatedProduct } from './simulated-product.ts';

/** How long a client waits for an answer before it retries, in milliseconds. */
const ANSWER_TIMEOUT_MS = 3_000;
const RETRY_PAUSE_MS = 300;
const MAX_PAUSE_MS = 4_000;
const MAX_TRIES = 100;
/** Share of the calls whose client gives up after one try. */
const NOT_RETRIED = 0.15;
const ACTIONS_EACH = 12;
const PAUSE_BETWEEN_MS = 1_500;

interface Answered {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  readonly body: any;
  readonly position: string | null;
}

interface PlannedCall {
  readonly by: Person;
  readonly url: string;
  readonly body: object;
}

/** Customers, staff and an owner who use the product and retry unanswered calls with the same idempotency key. */
export class Clients {
  readonly attempts: CallAttempt[] = [];
  private keys = 0;
  private readonly codes: string[] = [];

  constructor(private readonly product: SimulatedProduct) {}

  /** Resolves when every client has made all its calls. */
  async run(): Promise<void> {
    const { sites } = this.product;
    const person = (name: string, tenantId: string | null, ...roles: readonly Role[]): Person => {
      const created = { name, userId: name, roles: new Set(roles), tenantId };
      this.product.people.set(name, created);
      return created;
    };
    const site = sites[0] as TestSite;
    const customers = [1, 2, 3, 4].map((n) => person(`customer-${n}`, null, 'customer'));
    const counter = [person('staff', null, 'staff', 'customer'), person('colleague', null, 'staff', 'customer')];
    const owner = person('owner', site.tenantId, 'site_owner', 'customer');
    const cem = person('cem', null, 'distributor', 'customer');
    await Promise.all([
      ...customers.map((customer) => this.repeat(() => this.useOffer(customer))),
      ...counter.map((staff) => this.repeat(() => this.redeemCode(staff))),
      this.repeat(() => this.manageTree(owner, cem, site)),
    ]);
  }

  /** A failover lost events: earlier acknowledgements no longer bind the product. */
  forgetAnswers(): void {
    for (const [n, call] of this.attempts.entries()) this.attempts[n] = { ...call, outcome: 'unknown', position: null };
  }

  private async repeat(action: () => Promise<unknown>): Promise<void> {
    const { time, dice } = this.product;
    for (let n = 0; n < ACTIONS_EACH; n += 1) {
      await action();
      await time.sleep(dice.next() * PAUSE_BETWEEN_MS);
    }
  }

  private async useOffer(by: Person): Promise<void> {
    const { dice, sites } = this.product;
    const { customerToken: token } = dice.pick(sites);
    const scan = await this.call({ by, url: '/api/scan', body: { token } });
    const code = scan?.body?.redemptionCode;
    if (typeof code === 'string') this.codes.push(code);
    if (dice.next() < 0.7) await this.call({ by, url: '/api/redeem', body: { token } });
  }

  private async redeemCode(by: Person): Promise<void> {
    const { dice } = this.product;
    if (this.codes.length === 0) return;
    const redemptionCode = dice.pick(this.codes);
    await this.call({ by, url: '/api/staff/redeem', body: { redemptionCode, saleAmount: `${10 + dice.int(90)}.00` } });
  }

  private async manageTree(owner: Person, distributor: Person, { siteId, rootQrId, qrId }: TestSite): Promise<void> {
    const { dice } = this.product;
    const splits = [{ name: `part ${this.keys}`, commissionPercent: '0.20' }];
    const qr = `/api/sites/${siteId}/qrs`;
    const action = dice.pick(['split', 'split', 'root', 'stop'] as const);
    if (action === 'root') {
      const benefit = { type: 'DISCOUNT_PERCENT', discountPercent: 10 };
      await this.call({
        by: owner,
        url: qr,
        body: { name: `root ${this.keys}`, ...benefit, commissionPercent: '3.00' },
      });
    } else if (action === 'stop') {
      await this.call({ by: owner, url: `${qr}/${rootQrId}/deactivate`, body: {} });
      await this.call({ by: owner, url: `${qr}/${rootQrId}/activate`, body: {} });
    } else await this.call({ by: distributor, url: `/api/distributors/me/qrs/${qrId}/split`, body: { splits } });
  }

  /** @returns the answer; null: the client gave up without one */
  private async call(planned: PlannedCall): Promise<Answered | null> {
    const { dice, time, bug } = this.product;
    this.keys += 1;
    const key = `key ${this.keys}`;
    const tries = dice.next() < NOT_RETRIED ? 1 : MAX_TRIES;
    for (let n = 0; n < tries; n += 1) {
      const sent = bug === 'retry without the command id' ? `${key} try ${n}` : key;
      const answer = await this.attempt(planned, key, sent);
      if (answer && answer.status < 500) return answer;
      await time.sleep(dice.next() * Math.min(RETRY_PAUSE_MS * (n + 1), MAX_PAUSE_MS));
    }
    return null;
  }

  private async attempt({ by, url, body }: PlannedCall, key: string, sent: string): Promise<Answered | null> {
    const { commands, time, dice, log } = this.product;
    const { machine, app } = dice.pick(commands);
    const { history } = log;
    const headers = { [PERSON_HEADER]: by.userId, 'idempotency-key': sent };
    const served = async (): Promise<Answered> => {
      const response = await app.inject({ method: 'POST', url, headers, payload: body });
      const position = response.headers['x-position'];
      return { status: response.statusCode, body: response.json(), position: position ? String(position) : null };
    };
    const timeout = time.sleep(ANSWER_TIMEOUT_MS).then(() => null);
    const answer = machine.isAlive ? await Promise.race([served(), timeout]) : null;
    const seen = log.history === history ? answer : null;
    this.attempts.push(attemptOf(by, { method: 'POST', url, key, body }, seen));
    return answer;
  }
}
