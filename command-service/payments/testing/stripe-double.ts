import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { PaymentsDouble } from './payments-double.ts';
import { PlansDouble } from './plans-double.ts';
import { errorOf, found, type Result } from './stripe-answers.ts';

export const SECRET_KEY = 'sk_test_double';
export const WEBHOOK_SECRET = 'whsec_double';

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

/**
 * An HTTP server with the Stripe calls that the product makes, in memory, as Stripe's API reference describes them: form
 * bodies, bearer keys, idempotency keys, error objects, signed notices.
 */
export class StripeDouble {
  readonly plans = new PlansDouble();
  readonly payments = new PaymentsDouble();
  readonly subscriptions = this.plans.subscriptions;
  readonly sessions = this.plans.sessions;
  readonly invoices = this.plans.invoices;
  readonly transfers = this.payments.transfers;
  readonly charges = this.payments.charges;
  readonly refunds = this.payments.refunds;
  readonly outcomes = this.payments.outcomes;
  readonly seen: Seen[] = [];
  /** Failures of the next calls, in order. `late`: the call takes effect before it fails. `on`, `onPath`: only for this HTTP method, this path. */
  readonly failures: Failure[] = [];
  /** Answers by idempotency key, refusals included. Stripe forgets a key after about 24 hours; a test may clear it. */
  readonly answered = new Map<string, Result>();
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
    return this.payments.answer(call, form) ?? found(this.plans.answer(call, form));
  }
}
