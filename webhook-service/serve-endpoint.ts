import { HOUR_MS, MINUTE_MS } from '@perktree/contracts/kernel/durations';
import type { WebhookEndpoints, WebhookSecrets, WebhookSubscription } from '@perktree/contracts/webhook/deliveries';
import type { DisabledReason } from '@perktree/contracts/webhook/endpoints';
import { inTransaction } from '@perktree/platform/postgres/transaction';
import type { Timers } from '@perktree/platform/time/timers';
import type { Pool } from 'pg';
import {
  type Claim,
  type Delivery,
  failRequested,
  isDelivered,
  newDelivery,
  nextDelivery,
  noteDelivered,
  noteFailed,
  noteParked,
  noteRequested,
  release,
  renew,
  requestedDeliveries,
  type Sent,
  skipTo,
} from './claims.ts';
import { deleteEndpoint, restart } from './delivery-store.ts';
import { isFor, type Message, messagesAfter } from './messages.ts';
import { delayAfter, GONE, isForItsMessage, MAX_FAILING_MS, retryAfterMs } from './retry-schedule.ts';
import type { Answer, Send } from './send.ts';
import { signedHeaders } from './signature.ts';

/** Messages that are read at once. */
const PAGE = 100;
/** After this time, in milliseconds, an endpoint that has more to send is handed back, so that others get their turn. */
const TURN_MS = 5_000;
/** Messages after a rejected one that show whether the endpoint rejects only that one. */
const TRIED_AFTER_REJECTED = 3;

export interface ServeDeps {
  readonly pool: Pool;
  readonly secrets: Pick<WebhookSecrets, 'forSending' | 'forget'>;
  readonly endpoints: WebhookEndpoints;
  readonly send: Send;
  readonly signal: AbortSignal;
  /** Default: retry-schedule.ts. */
  readonly delayAfter?: typeof delayAfter | undefined;
  readonly timers: Timers;
}

/** Sends what a claimed endpoint has to receive, one message after the other, until one fails or its turn is over. */
export async function serveEndpoint(deps: ServeDeps, claimed: Claim): Promise<void> {
  const { pool, secrets, endpoints, signal, timers } = deps;
  const { endpointId, tenantId, givesUp, isDisabled, isDue, failingSince } = claimed;
  const [target, subscription] = await Promise.all([
    secrets.forSending(endpointId, new Date(timers.now())),
    endpoints.find(tenantId, endpointId),
  ]);
  if (target === null || subscription === null) return leaveAlone(deps, claimed);
  const post: Post = ({ messageId: id, body }) =>
    deps.send({ url: target.url, body, signal, headers: signedHeaders({ id, body }, target, new Date(timers.now())) });

  const until = timers.now() + TURN_MS;
  let claim = claimed;
  for (const requested of await requestedDeliveries(pool, claim)) {
    claim = await noteRequested(pool, claim, requested, await post(requested));
    if (timers.now() >= until) break;
  }
  if (!subscription.isEnabled) return release(pool, claim, null);
  if (isDisabled) {
    // Enabled by an event, whose process died before it restarted the endpoint.
    await inTransaction(pool, (db) => restart(db, endpointId, null));
    return release(pool, claim);
  }
  if (givesUp !== null) {
    const since = failingSince?.toISOString() ?? '';
    await endpoints.disable({ tenantId, endpointId, reason: givesUp, failingSince: since });
    return release(pool, claim, null);
  }
  if (!isDue || (await sendInOrder(deps, claim, subscription, post))) await release(pool, claim);
}

type Post = (delivery: Pick<Delivery, 'messageId' | 'body'>) => Promise<Answer>;

/** @returns false where a message failed, which has handed the endpoint back */
async function sendInOrder(
  deps: ServeDeps,
  claimed: Claim,
  subscription: WebhookSubscription,
  post: Post,
): Promise<boolean> {
  const { pool, signal, timers } = deps;
  const until = timers.now() + TURN_MS;
  const mayContinue = () => timers.now() < until && !signal.aborted;
  let claim = claimed;
  while (mayContinue()) {
    const messages = await messagesAfter(pool, claim.tenantId, claim.position, PAGE);
    if (messages.length === 0) return true;
    const sent = await sendPage(deps, claim, messages, { subscription, post, mayContinue });
    if (typeof sent === 'string') return sent !== 'failed';
    claim = sent;
  }
  return true;
}

/** Why a turn is over. `lost`: the endpoint is no longer this process's, or was restarted meanwhile. */
type TurnEnd = 'parked' | 'failed' | 'lost';

/** @returns the claim behind the messages that were sent, or why the turn is over */
async function sendPage(
  deps: ServeDeps,
  claimed: Claim,
  messages: readonly Message[],
  how: { readonly subscription: WebhookSubscription; readonly post: Post; readonly mayContinue: () => boolean },
): Promise<Claim | TurnEnd> {
  let claim = claimed;
  let passed = claim.position;
  for (const message of messages) {
    if (!how.mayContinue()) break;
    if (isFor(how.subscription, message)) {
      const skipped = await skipTo(deps.pool, claim, passed);
      const sent = skipped === null ? 'lost' : await sendNext(deps, skipped, message, how);
      if (typeof sent === 'string') return sent;
      claim = sent;
    }
    passed = message.position;
  }
  return (await skipTo(deps.pool, claim, passed)) ?? 'lost';
}

/** @returns the claim behind a delivered message, or why the turn is over */
async function sendNext(
  deps: ServeDeps,
  claim: Claim,
  message: Message,
  { subscription, post }: { readonly subscription: WebhookSubscription; readonly post: Post },
): Promise<Claim | TurnEnd> {
  const { pool } = deps;
  const delivery = await nextDelivery(pool, claim, message);
  let answer = await post(delivery);
  if (!isDelivered(answer) && isForItsMessage(claim.attempts + 1, answer)) {
    const rejected: Sent[] = [{ message, delivery, answer }];
    const accepted = await firstAccepted(deps, claim, rejected, { subscription, post });
    if (accepted === 'lost') return 'lost';
    if (accepted !== null) {
      // The endpoint may have recovered between the two: then this one is delivered, and the others follow in order.
      answer = await post(delivery);
      if (!isDelivered(answer)) {
        return (await noteParked(pool, claim, [{ message, delivery, answer }, ...rejected.slice(1)], accepted))
          ? 'parked'
          : 'lost';
      }
    }
  }
  if (isDelivered(answer)) return (await noteDelivered(pool, claim, message, delivery, answer)) ?? 'lost';
  const at = new Date(deps.timers.now());
  const next = nextAttempt(deps, claim, answer, at);
  return (await noteFailed(pool, claim, message, delivery, { answer, next, at })) ? 'failed' : 'lost';
}

/**
 * Sends the messages behind a rejected one until the endpoint accepts one. Null: it accepts none, or none exists.
 * @param rejected those that are rejected are added
 */
async function firstAccepted(
  { pool, signal }: ServeDeps,
  claim: Claim,
  rejected: Sent[],
  { subscription, post }: { readonly subscription: WebhookSubscription; readonly post: Post },
): Promise<Sent | null | 'lost'> {
  for (let last = rejected[0]?.message.position ?? claim.position; ; ) {
    const messages = await messagesAfter(pool, claim.tenantId, last, PAGE);
    for (const message of messages.filter((one) => isFor(subscription, one))) {
      if (signal.aborted || rejected.length > TRIED_AFTER_REJECTED) return null;
      if (!(await renew(pool, claim))) return 'lost';
      const delivery = newDelivery({ ...claim, parked: claim.parked + rejected.length }, message);
      const sent = { message, delivery, answer: await post(delivery) };
      if (isDelivered(sent.answer)) return sent;
      rejected.push(sent);
    }
    const next = messages.at(-1)?.position;
    if (next === undefined) return null;
    last = next;
  }
}

function nextAttempt(
  deps: ServeDeps,
  claim: Claim,
  { status, retryAfter }: Answer,
  now: Date,
): number | DisabledReason {
  if (status === GONE) return 'gone';
  const isTooLong = claim.failingSince !== null && now.getTime() - claim.failingSince.getTime() >= MAX_FAILING_MS;
  const delay = (deps.delayAfter ?? delayAfter)(claim.attempts + 1, retryAfterMs(retryAfter, now), Math.random());
  return isTooLong || delay === null ? 'failing' : delay;
}

/** An endpoint that is being created, was removed, or has no owner any more. */
async function leaveAlone({ pool, secrets, timers }: ServeDeps, claim: Claim): Promise<void> {
  if (timers.now() - claim.createdAt.getTime() < HOUR_MS) {
    await failRequested(pool, claim);
    return release(pool, claim, MINUTE_MS);
  }
  await deleteEndpoint(pool, claim.endpointId);
  await secrets.forget(claim.endpointId);
}
