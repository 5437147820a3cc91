import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { ownerOf } from '../../testing/tenants.ts';
import { PRICES, startStripeService } from '../testing/stripe-service.ts';

/** Statuses of a subscription that lead to others, as Stripe's documentation draws them. */
const NEXT: Readonly<Record<string, readonly string[]>> = {
  incomplete: ['active', 'incomplete_expired'],
  trialing: ['active', 'past_due', 'paused', 'canceled'],
  // Cancelling is rarer than a late payment.
  active: ['past_due', 'past_due', 'past_due', 'canceled'],
  past_due: ['active', 'unpaid', 'unpaid', 'canceled'],
  unpaid: ['active', 'active', 'active', 'canceled'],
  paused: ['active', 'active', 'active', 'canceled'],
};
const PAYING = ['active', 'trialing', 'past_due'];
const FINAL = ['canceled', 'incomplete_expired'];
const RUNS = 8 * Number(process.env.RUNS_FACTOR ?? 1);

const { stripe, changed, order, planOf, stop } = await startStripeService();
afterAll(stop);

const plan = fc.constantFrom('pro' as const, 'ultra' as const);
const step = fc.oneof(
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('order' as const), plan }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('pay' as const),
      status: fc.constantFrom('active' as const, 'trialing' as const, 'incomplete' as const),
    }),
  },
  // As by two tabs that paid at the same moment, or by the operator on Stripe's own pages.
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('second subscription' as const), plan }) },
  { weight: 10, arbitrary: fc.record({ kind: fc.constant('move' as const), which: fc.nat(), to: fc.nat() }) },
  {
    weight: 8,
    arbitrary: fc.record({ kind: fc.constant('notice' as const), which: fc.nat(), isRepeated: fc.boolean() }),
  },
);

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** A tenant at Stripe, and the notices that Stripe has not delivered yet. */
class Tenant {
  readonly owner: ReturnType<typeof ownerOf>;
  private readonly notices: string[] = [];
  private page: string | null = null;
  private others = 0;

  constructor(name: string) {
    this.owner = ownerOf(name);
  }

  async take(one: Step): Promise<void> {
    switch (one.kind) {
      case 'order':
        return this.order(one.plan);
      case 'pay':
        if (this.page === null || !stripe.sessions.some(({ url, status }) => url === this.page && status === 'open'))
          return;
        this.notices.push(stripe.plans.complete(this.page, one.status));
        return;
      case 'second subscription': {
        this.others += 1;
        const reference = `sub_${this.owner.userId.replaceAll(' ', '_')}_${this.others}`;
        stripe.plans.pay(reference, this.owner.tenantId, PRICES[one.plan]);
        this.notices.push(reference);
        return;
      }
      case 'move': {
        const [reference, subscription] = this.subscriptions()[one.which % (this.subscriptions().length || 1)] ?? [];
        const next = NEXT[subscription?.status ?? ''];
        if (!reference || !subscription || !next) return;
        subscription.status = next[one.to % next.length] as string;
        this.notices.push(reference);
        return;
      }
      case 'notice': {
        const at = one.which % (this.notices.length || 1);
        const reference = this.notices[at];
        if (reference === undefined) return;
        if (!one.isRepeated) this.notices.splice(at, 1);
        return this.deliver(reference);
      }
    }
  }

  private async order(to: 'pro' | 'ultra'): Promise<void> {
    const opened = stripe.sessions.length;
    const couldPay = this.subscriptions().filter(([, { status, customer }]) => !FINAL.includes(status) && customer);
    const answer = await order(this.owner, `price_${to}`);
    // On the plan already, as far as the product knows.
    if (answer.status === 409) return;
    expect(answer.status).toBe(200);
    if (couldPay.length > 0) expect(stripe.sessions.length, 'no second subscription is opened').toBe(opened);
    this.page = answer.body.url;
  }

  async deliverAll(): Promise<void> {
    for (const reference of [...this.notices, ...this.subscriptions().map(([name]) => name)])
      await this.deliver(reference);
  }

  private async deliver(reference: string): Promise<void> {
    await changed(reference);
    const alive = this.subscriptions().filter(([, { status }]) => !FINAL.includes(status));
    if (alive.length === 1 && alive[0]?.[0] === reference) await this.expectPlan();
  }

  /** The plan that is paid at Stripe. */
  async expectPlan(): Promise<void> {
    const [paid] = this.paid();
    const expected = !paid ? 'free' : paid[1].price === PRICES.pro ? 'pro' : 'ultra';
    expect(await planOf(this.owner)).toBe(expected);
  }

  subscriptions() {
    return [...stripe.subscriptions].filter(([, { tenantId }]) => tenantId === this.owner.tenantId);
  }

  paid() {
    return this.subscriptions().filter(([, { status }]) => PAYING.includes(status));
  }
}

it('the plan follows Stripe in every order of statuses and notices, and no tenant pays for two plans', async () => {
  let tenants = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 40 }), fc.boolean(), async (steps, hasSecond) => {
      tenants += 1;
      const tenant = new Tenant(`life cycle ${tenants}`);
      await tenant.take({ kind: 'order', plan: 'pro' });
      await tenant.take({ kind: 'pay', status: 'active' });
      await tenant.take({ kind: 'notice', which: 0, isRepeated: false });
      for (const one of steps) if (hasSecond || one.kind !== 'second subscription') await tenant.take(one);
      await tenant.deliverAll();
      expect(tenant.paid().length).toBeLessThanOrEqual(1);
      await tenant.expectPlan();
    }),
    { numRuns: RUNS },
  );
});

it.each(['unpaid', 'paused', 'incomplete'])(
  'a subscription that is %s leads to what is owed, and returns the plan when paid',
  async (status) => {
    const owner = ownerOf(`was ${status}`);
    const { url } = (await order(owner, 'price_pro')).body;
    const reference = stripe.plans.complete(url, status === 'incomplete' ? 'incomplete' : 'active');
    await changed(reference);
    const subscription = stripe.subscriptions.get(reference) as { status: string };
    subscription.status = status;
    await changed(reference);
    expect(await planOf(owner)).toBe('free');
    expect((await order(owner, 'price_ultra')).body.url).toBe('https://billing.stripe.test/portal');
    const owed = { id: 'in_1', status: 'open', hosted_invoice_url: 'https://invoice.stripe.test/in_1' };
    stripe.invoices.set(reference, [owed]);
    expect((await order(owner, 'price_ultra')).body.url).toBe('https://invoice.stripe.test/in_1');
    subscription.status = 'active';
    await changed(reference);
    await changed(reference);
    expect(await planOf(owner)).toBe('pro');
  },
);
