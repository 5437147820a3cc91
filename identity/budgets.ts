import { createHmac } from 'node:crypto';
import type { LoginIntent } from '@perktree/contracts/account/calls';
import { type BudgetGroup, callBudgetOf, budgets as groups, unitsOf } from '@perktree/contracts/catalogue/budgets';
import { MINUTE_MS } from '@perktree/contracts/kernel/durations';
import { Refused } from '@perktree/contracts/kernel/refusals';
import type { PlanId } from '@perktree/contracts/subscription/plans';
import { clientNetwork } from '@perktree/platform/http/client-network';
import type { SpendBudget } from '@perktree/platform/http/mount-call';
import { run, sql } from '@perktree/platform/postgres/sql';
import type { Pool } from 'pg';
import { normaliseEmail } from './email.ts';
import { createFailureCounters } from './failure-counters.ts';

export type PlanOf = (tenantId: string) => Promise<PlanId>;

/** What one network may do in a window, counted whether it succeeds or not. */
export interface NetworkLimits {
  /** New accounts in an hour; a fifth of them may be of owners and distributors. */
  readonly register: number;
  /** Scans of visitors who are new to the product, in ten minutes. */
  readonly visit: number;
  /** Sign-ins begun at an OpenID Connect provider, in ten minutes. Each stores a row before the person is known. */
  readonly providerSignIn: number;
}

const { max: register, windowMs: REGISTRATION_WINDOW_MS } = groups.registrations.network;
/** Of visits and of sign-ins at a provider. */
export const WINDOW_MS = 10 * MINUTE_MS;
/** Sixty guests of a café who all scan stay below half of it. */
export const DEFAULT_NETWORK_LIMITS: NetworkLimits = { register, visit: 300, providerSignIn: 300 };

type Counted = keyof Pick<BudgetGroup, 'sender' | 'business' | 'network' | 'recipient'>;
/** The recipient comes last, so that a caller without a budget of its own uses up none of an address. */
const ORDER: readonly Counted[] = ['sender', 'business', 'network', 'recipient'];

export type Budgets = ReturnType<typeof createBudgets>;

/** The budgets of calls (contracts/catalogue/budgets.ts), counted in Postgres for all processes together. Keys are stored as HMACs. */
export function createBudgets(options: {
  readonly pool: Pool;
  readonly secret: string;
  readonly clock: () => Date;
  readonly planOf: PlanOf;
  /** Whether mails are sent, so that an address can be verified. */
  readonly sendsMails: boolean;
  readonly limits?: NetworkLimits;
}) {
  const { pool, secret, clock, planOf, sendsMails, limits = DEFAULT_NETWORK_LIMITS } = options;
  const keyOf = (what: string, by: string, whose: string) =>
    `budget:${what}:${by}:${createHmac('sha256', secret).update(whose).digest('base64url')}`;
  const spend = (key: string, max: number, windowMs: number, units = 1) =>
    createFailureCounters(pool, clock, windowMs).spend(key, max, units);

  async function assertVerified(userId: string | null): Promise<void> {
    const query = sql('identity.users').where({ id: userId }).select('email_verified');
    const { rows } = await run<{ email_verified: boolean }>(pool, query);
    if (!rows[0]?.email_verified) throw new Refused('EMAIL_NOT_VERIFIED');
  }

  /**
   * Spends the budget of a call before it does anything.
   * @throws Refused TOO_MANY_REQUESTS, EMAIL_NOT_VERIFIED
   */
  const spendOf: SpendBudget = async (call, { senderId, userId, tenantId, ip, body }) => {
    const name = callBudgetOf(call);
    if (name === null) return;
    const group: BudgetGroup = groups[name];
    if (group.needsVerifiedSender && sendsMails) await assertVerified(userId);
    const email = (body as { readonly email?: unknown } | undefined)?.email;
    const whose: Record<Counted, string | null> = {
      sender: senderId,
      business: tenantId,
      network: clientNetwork(ip),
      recipient: typeof email === 'string' ? normaliseEmail(email) : null,
    };
    for (const by of ORDER) {
      const [budget, id] = [group[by], whose[by]];
      if (budget === undefined || id === null) continue;
      const { max, windowMs } = budget;
      const limit = typeof max === 'number' ? max : max[tenantId === null ? 'free' : await planOf(tenantId)];
      await spend(keyOf(name, by, id), limit, windowMs, unitsOf(call, body));
    }
  };

  return {
    spendOf,
    /** @throws Refused TOO_MANY_REQUESTS: the network's budget is spent */
    async spendRegistration(intent: LoginIntent, ip: string): Promise<void> {
      const network = clientNetwork(ip);
      const spendOne = (what: string, max: number) =>
        spend(keyOf(what, 'network', network), max, REGISTRATION_WINDOW_MS);
      if (intent !== 'customer') await spendOne('register business', Math.ceil(limits.register / 5));
      await spendOne('register', limits.register);
    },
    /** @throws Refused TOO_MANY_REQUESTS: the network's budget is spent */
    async spend(what: Exclude<keyof NetworkLimits, 'register'>, ip: string): Promise<void> {
      await spend(keyOf(what, 'network', clientNetwork(ip)), limits[what], WINDOW_MS);
    },
  };
}
