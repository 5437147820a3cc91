import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';

export const SECRET_KEY = 'sk_test_double';
export const WEBHOOK_SECRET = 'whsec_double';

/** `settle_later`: accepted, and decided by `settle()`. */
export type ChargeOutcome = 'succeed' | 'refuse' | 'need_action' | 'settle_later';

interface DoubleTransfer {
  readonly id: string;
  readonly transfer_group: string;
  readonly amount: number;
  readonly destination: string;
  readonly currency: string;
  readonly source_transaction: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  reversed: boolean;
}

interface DoubleCharge {
  readonly id: string;
  readonly customer: string;
  readonly amount: number;
  readonly currency: string;
  readonly transfer_group: string;
  readonly metadata: Readonly<Record<string, string>>;
  status: 'succeeded' | 'processing' | 'requires_payment_method' | 'requires_action' | 'canceled';
  last_payment_error: { readonly code: string } | null;
  /** Null: not disputed. */
  dispute: 'needs_response' | 'won' | 'lost' | null;
}

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

interface Seen {
  readonly method: string;
  readonly path: string;
  readonly form: URLSearchParams;
  readonly idempotencyKey: string | undefined;
}

interface Failure {
  readonly status: number;
  readonly code?: string;
  readonly late?: boolean;
  readonly on?: string;
  readonly onPath?: string;
}

interface Called {
  /** Method and path. */
  readonly call: string;
  readonly form: URLSearchParams;
  readonly idempotencyKey: string | undefined;
}

interface Result {
  readonly status: number;
  readonly answer: object;
}

/**
 * An HTTP server with the Stripe calls that the product makes, in memory, as Stripe's API reference describes them: form
 * bodies, bearer keys, idempotency keys, error objects, signed notices.
 */
export class StripeDouble {
  readonly subscriptions = new Map<string, Subscription>();
  readonly sessions: CheckoutSession[] = [];
  readonly transfers: DoubleTransfer[] = [];
  /** Off-session charges of owners. */
  readonly charges: DoubleCharge[] = [];
  readonly refunds: { id: string; payment_intent: string; amount: number; metadata: object; status: string }[] = [];
  /** What becomes of the next charges, by customer. Default: `succeed`. */
  readonly outcomes = new Map<string, ChargeOutcome>();
  /** By subscription, in Stripe's own form, newest first. */
  readonly invoices = new Map<string, object[]>();
  readonly seen: Seen[] = [];
  /** Failures of the next calls, in order. `late`: the call takes effect before it fails. `on`, `onPath`: only for this HTTP method, this path. */
  readonly failures: Failure[] = [];
  /** Answers by idempotency key, refusals included. Stripe forgets a key after about 24 hours; a test may clear it. */
  readonly answered = new Map<string, Result>();
  /** Subscriptions without a payment method. */
  readonly withoutPaymentMethod = new Set<string>();
  private readonly accounts: string[] = [];
  private ids = 0;
  /** The operator's own money, in minor units: what transfers without a charge of their own would take. */
  available = 1_000_000_000;
  private readonly server = createServer((request, response) => void this.serve(request, response));
  private notices = 0;

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

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

  /** A notice as Stripe sends it: the raw body with its signature. */
  notice(type: string, object: object, options: { secret?: string; at?: Date } = {}) {
    this.notices += 1;
    return this.signed({ id: `evt_${this.notices}`, object: 'event', type, data: { object } }, options);
  }

  /** Any JSON with Stripe's signature. */
  signed(value: unknown, options: { secret?: string; at?: Date } = {}) {
    const payload = JSON.stringify(value);
    const signature = new Stripe(SECRET_KEY).webhooks.generateTestHeaderString({
      payload,
      secret: options.secret ?? WEBHOOK_SECRET,
      ...(options.at && { timestamp: Math.floor(options.at.getTime() / 1000) }),
    });
    return { payload, signature };
  }

  /** A charge that was accepted is decided now. */
  settle(charge: DoubleCharge, status: 'succeeded' | 'requires_payment_method'): void {
    charge.status = status;
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stripe');
    const body = new URLSearchParams(Buffer.concat(chunks).toString());
    const form = request.method === 'GET' ? searchParams : body;
    const key = request.headers['idempotency-key'];
    const idempotencyKey = typeof key === 'string' ? key : undefined;
    const method = request.method ?? '';
    this.seen.push({ method, path: pathname, form, idempotencyKey });
    const send = (status: number, answer: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    if (request.headers.authorization !== `Bearer ${SECRET_KEY}`) return void send(401, errorOf('api_key_invalid'));
    const [next] = this.failures;
    const isDue = next && (next.on ?? method) === method && (next.onPath ?? pathname) === pathname;
    const failure = isDue ? this.failures.shift() : undefined;
    const { status, answer } = this.resultOf({ call: `${method} ${pathname}`, form, idempotencyKey }, failure);
    return void send(status, answer);
  }

  private resultOf({ call, form, idempotencyKey: key }: Called, failure: Failure | undefined): Result {
    const failed = failure && { status: failure.status, answer: errorOf(failure.code ?? 'api_error') };
    if (failed && !failure?.late) return failed.status < 500 ? this.remember(key, failed) : failed;
    const known = key === undefined ? undefined : this.answered.get(key);
    const result = known ?? this.remember(key, this.answerOf(call, form));
    return failed ?? result;
  }

  private remember(key: string | undefined, result: Result): Result {
    if (key !== undefined) this.answered.set(key, result);
    return result;
  }

  private answerOf(call: string, form: URLSearchParams): Result {
    const refused = call === 'POST /v1/transfers' ? this.refusalOfTransfer(form) : null;
    if (refused !== null) return { status: 400, answer: errorOf(refused) };
    const paid = this.paymentAnswer(call, form);
    if (paid !== null) return paid;
    return found(this.answer(call, form));
  }

  private answer(call: string, form: URLSearchParams): object | null {
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
          .filter((each) => each?.customer === form.get('customer'));
        return { object: 'list', url: '/v1/subscriptions', data, has_more: false };
      }
      case 'POST /v1/billing_portal/sessions':
        return { id: 'bps_1', object: 'billing_portal.session', url: 'https://billing.stripe.test/portal' };
      case 'POST /v1/accounts': {
        const id = `acct_${form.get('metadata[distributorId]')}`;
        const count = this.accounts.filter((account) => account === id).push(id);
        this.accounts.push(id);
        return { id: count === 1 ? id : `${id}_${count}`, object: 'account' };
      }
      case 'POST /v1/account_links':
        return { object: 'account_link', url: `https://connect.stripe.test/${form.get('account')}` };
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
      case 'GET /v1/transfers': {
        const data = this.transfers.filter((transfer) => transfer.transfer_group === form.get('transfer_group'));
        return { object: 'list', data, has_more: false };
      }
      case 'POST /v1/transfers': {
        const transfer = {
          id: `tr_${this.nextId()}`,
          object: 'transfer',
          amount: Number(form.get('amount')),
          currency: form.get('currency') ?? '',
          destination: form.get('destination') ?? '',
          source_transaction: form.get('source_transaction'),
          transfer_group: this.chargeOf(form)?.transfer_group ?? form.get('transfer_group') ?? '',
          metadata: metadataIn(form),
          reversed: false,
        };
        if (transfer.source_transaction === null) this.available -= transfer.amount;
        this.transfers.push(transfer);
        return transfer;
      }
      default:
        return null;
    }
  }

  private nextId(): number {
    this.ids += 1;
    return this.ids;
  }

  private chargeOf(form: URLSearchParams): DoubleCharge | undefined {
    return this.charges.find(({ id }) => `ch_${id}` === form.get('source_transaction'));
  }

  /** Transfers of a charge are bounded by that charge, others by the balance. */
  private refusalOfTransfer(form: URLSearchParams): string | null {
    const amount = Number(form.get('amount'));
    if (!form.has('source_transaction')) return amount > this.available ? 'balance_insufficient' : null;
    const charge = this.chargeOf(form);
    if (charge?.status !== 'succeeded' || form.has('transfer_group')) return 'parameter_invalid';
    const paid = this.transfers
      .filter(({ source_transaction }) => source_transaction === `ch_${charge.id}`)
      .reduce((sum, transfer) => sum + transfer.amount, 0);
    return paid + amount > charge.amount ? 'transfer_source_balance_parameters_mismatch' : null;
  }

  /** Charges, their disputes and refunds, and single transfers. Null: another call. */
  private paymentAnswer(call: string, form: URLSearchParams): Result | null {
    const one = /^(GET|POST) \/v1\/(payment_intents|transfers)\/(\w+)(\/cancel)?$/.exec(call);
    if (one?.[2] === 'transfers') return found(this.transfers.find(({ id }) => id === one[3]) ?? null);
    if (one) {
      const charge = this.charges.find(({ id }) => id === one[3]);
      if (!charge) return found(null);
      if (one[4] === undefined) return found(intentOf(charge));
      if (charge.status === 'succeeded' || charge.status === 'processing') {
        return { status: 400, answer: errorOf('payment_intent_unexpected_state') };
      }
      charge.status = 'canceled';
      return found(intentOf(charge));
    }
    const intent = form.get('payment_intent');
    switch (call) {
      case 'GET /v1/payment_intents':
        return list(this.charges.filter(({ customer }) => customer === form.get('customer')).map(intentOf));
      case 'POST /v1/payment_intents':
        return this.charge(form);
      case 'GET /v1/disputes':
        return list(
          this.charges.flatMap(({ id, dispute }) => (id === intent && dispute !== null ? { status: dispute } : [])),
        );
      case 'GET /v1/refunds':
        return list(this.refunds.filter((refund) => refund.payment_intent === intent));
      case 'POST /v1/refunds': {
        const id = `re_${this.nextId()}`;
        const amount = Number(form.get('amount'));
        this.refunds.push({
          id,
          payment_intent: intent ?? '',
          amount,
          metadata: metadataIn(form),
          status: 'succeeded',
        });
        return found({ id, object: 'refund' });
      }
      default:
        return null;
    }
  }

  private charge(form: URLSearchParams): Result {
    const customer = form.get('customer') ?? '';
    const outcome = this.outcomes.get(customer) ?? 'succeed';
    const charge: DoubleCharge = {
      ...{ id: `pi_${this.nextId()}`, customer, amount: Number(form.get('amount')) },
      ...{ currency: form.get('currency') ?? '', transfer_group: form.get('transfer_group') ?? '' },
      ...{ metadata: metadataIn(form), dispute: null, last_payment_error: null },
      status: outcome === 'settle_later' ? 'processing' : 'succeeded',
    };
    this.charges.push(charge);
    if (outcome !== 'refuse' && outcome !== 'need_action') return found(intentOf(charge));
    const code = outcome === 'refuse' ? 'card_declined' : 'authentication_required';
    Object.assign(charge, { status: 'requires_payment_method', last_payment_error: { code } });
    const error = { type: 'card_error', code, message: code, payment_intent: intentOf(charge) };
    return { status: 402, answer: { error } };
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

function intentOf({ dispute: _, ...charge }: DoubleCharge): object {
  return { object: 'payment_intent', ...charge, latest_charge: `ch_${charge.id}` };
}

function found(answer: object | null): Result {
  return answer ? { status: 200, answer } : { status: 404, answer: errorOf('resource_missing') };
}

function list(data: readonly object[]): Result {
  return found({ object: 'list', data, has_more: false });
}

/** `metadata[name]` fields of a form. */
function metadataIn(form: URLSearchParams): Record<string, string> {
  return Object.fromEntries(
    [...form].flatMap(([field, value]) => {
      const name = /^metadata\[(\w+)\]$/.exec(field)?.[1];
      return name === undefined ? [] : [[name, value]];
    }),
  );
}

function errorOf(code: string): object {
  return { error: { type: code === 'api_error' ? 'api_error' : 'invalid_request_error', code, message: code } };
}
