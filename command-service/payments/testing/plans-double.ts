interface Subscription {
  status: string;
  price: string;
  tenantId: string;
  /** Default: one of its own, as of a checkout that names no customer. */
  customer?: string;
}

interface CheckoutSession {
  readonly id: string;
  readonly url: string;
  readonly customer: string;
  readonly orderId: string;
  readonly tenantId: string;
  readonly price: string;
  status: 'open' | 'complete' | 'expired';
}

/** Customers, their subscriptions and invoices, and the pages on which they pay. */
export class PlansDouble {
  readonly subscriptions = new Map<string, Subscription>();
  readonly sessions: CheckoutSession[] = [];
  /** By subscription, in Stripe's own form, newest first. */
  readonly invoices = new Map<string, object[]>();
  /** Subscriptions without a payment method. */
  readonly withoutPaymentMethod = new Set<string>();

  /** The customer has paid on Stripe's page. */
  pay(reference: string, tenantId: string, price: string): void {
    this.subscriptions.set(reference, { status: 'active', price, tenantId });
  }

  /** The customer fills in the page of a checkout session. @param status of the subscription that it makes */
  complete(url: string, status: 'active' | 'trialing' | 'incomplete'): string {
    const session = this.sessions.find((each) => each.url === url);
    if (session?.status !== 'open') throw new Error(`no open session at ${url}`);
    session.status = 'complete';
    const reference = `sub_of_${session.id}`;
    const { price, tenantId, customer } = session;
    this.subscriptions.set(reference, { status, price, tenantId, customer });
    return reference;
  }

  /** Null: another call, or nothing of that id. */
  answer(call: string, form: URLSearchParams): object | null {
    const subscription = /^(GET|DELETE) \/v1\/subscriptions\/([\w-]+)$/.exec(call);
    if (subscription) return this.subscription(subscription[1] ?? '', subscription[2] ?? '');
    if (call.includes(' /v1/checkout/sessions')) return this.checkoutSessions(call, form);
    switch (call) {
      case 'POST /v1/customers':
        return { id: `cus_${form.get('metadata[tenantId]')}`, object: 'customer' };
      case 'GET /v1/subscriptions': {
        const ids = [...this.subscriptions.keys()].reverse();
        const data = ids
          .map((id) => this.subscription('GET', id))
          .filter((each) => !form.has('customer') || each?.customer === form.get('customer'));
        return { object: 'list', url: '/v1/subscriptions', data, has_more: false };
      }
      case 'POST /v1/billing_portal/sessions':
        return { id: 'bps_1', object: 'billing_portal.session', url: 'https://billing.stripe.test/portal' };
      case 'GET /v1/invoices': {
        const reference = form.get('subscription') ?? '';
        const after = form.get('starting_after');
        if (!this.subscriptions.has(reference)) return null;
        const status = form.get('status');
        const all = ((this.invoices.get(reference) ?? []) as { id: string; status?: string }[]).filter(
          (invoice) => status === null || invoice.status === status,
        );
        const rest = all.slice(after === null ? 0 : all.findIndex(({ id }) => id === after) + 1);
        const data = rest.slice(0, Number(form.get('limit') ?? 10));
        return { object: 'list', url: '/v1/invoices', data, has_more: data.length < rest.length };
      }
      default:
        return null;
    }
  }

  private checkoutSessions(call: string, form: URLSearchParams): object | null {
    if (call === 'GET /v1/checkout/sessions') {
      const data = this.sessions
        .filter(({ customer, status }) => customer === form.get('customer') && status === form.get('status'))
        .map(sessionAnswer);
      return { object: 'list', url: '/v1/checkout/sessions', data, has_more: false };
    }
    if (call === 'POST /v1/checkout/sessions') {
      const id = `cs_${this.sessions.length + 1}`;
      const session: CheckoutSession = {
        ...{ id, url: `https://checkout.stripe.test/${id}`, status: 'open' },
        customer: form.get('customer') ?? '',
        orderId: form.get('metadata[orderId]') ?? '',
        tenantId: form.get('subscription_data[metadata][tenantId]') ?? '',
        price: form.get('line_items[0][price]') ?? '',
      };
      this.sessions.push(session);
      return sessionAnswer(session);
    }
    const [, id = ''] = /^POST \/v1\/checkout\/sessions\/(\w+)\/expire$/.exec(call) ?? [];
    const session = this.sessions.find((each) => each.id === id && each.status === 'open');
    if (!session) return null;
    session.status = 'expired';
    return sessionAnswer(session);
  }

  private subscription(method: string, id: string): (object & { readonly customer: string }) | null {
    const found = this.subscriptions.get(id);
    if (!found || (method === 'DELETE' && found.status === 'canceled')) return null;
    if (method === 'DELETE') found.status = 'canceled';
    const answer = {
      ...{ id, object: 'subscription', status: found.status },
      customer: found.customer ?? `cus_${id}`,
      default_payment_method: this.withoutPaymentMethod.has(id) ? null : `pm_${id}`,
      metadata: { tenantId: found.tenantId },
      items: { object: 'list', data: [{ id: `si_${id}`, price: { id: found.price } }] },
    };
    return answer;
  }
}

function sessionAnswer({ id, url, status, orderId }: CheckoutSession): object {
  return { id, object: 'checkout.session', url: status === 'open' ? url : null, status, metadata: { orderId } };
}
