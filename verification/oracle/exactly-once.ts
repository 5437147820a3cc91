import type { EventMetadata } from '@perktree/contracts/kernel/envelope';
import type { StoredEvent } from '@perktree/event-store/port';
import type { CallAttempt, Check } from './evidence.ts';
import { factsOfAnswer, factsOfEvent } from './facts.ts';

/**
 * I1: an acknowledged command is stored exactly once, any other at most once. A command appends to a stream in one piece.
 * A retry with the same idempotency key is answered with the same facts.
 */
export const exactlyOnce: Check = ({ events, attempts, clocksAgree }) => [
  ...eventIds(events),
  ...appends(events),
  ...facts(events, attempts),
  ...positions(events, attempts),
  ...repeats(attempts, clocksAgree),
  ...refusals(events, attempts, clocksAgree),
];

function eventIds(events: readonly StoredEvent[]): readonly string[] {
  const seen = new Set<string>();
  const twice: string[] = [];
  for (const { eventId, type } of events) {
    if (seen.has(eventId)) twice.push(`event ${eventId} (${type}) is stored twice`);
    seen.add(eventId);
  }
  return twice;
}

const metadataOf = (event: StoredEvent) => event.metadata as Partial<EventMetadata>;

/** The events of a command in a stream are contiguous and have one time. */
function appends(events: readonly StoredEvent[]): readonly string[] {
  const last = new Map<string, { readonly revision: number; readonly at: string | undefined }>();
  return events.flatMap((event) => {
    const { commandId, recordedAt: at, commandName } = metadataOf(event);
    const { stream, revision } = event;
    const key = `${stream} ${commandId}`;
    const before = last.get(key);
    last.set(key, { revision, at });
    if (before === undefined || (revision === before.revision + 1 && at === before.at)) return [];
    return [`command ${commandId} (${commandName}) has appended twice to ${stream}`];
  });
}

function facts(events: readonly StoredEvent[], attempts: readonly CallAttempt[]): readonly string[] {
  const stored = new Map<string, number>();
  for (const event of events) for (const fact of factsOfEvent(event)) stored.set(fact, (stored.get(fact) ?? 0) + 1);
  const doubled = [...stored]
    .filter(([, times]) => times > 1)
    .map(([fact, times]) => `${fact} is stored ${times} times`);
  const lost = attempts
    .filter(({ outcome }) => outcome === 'acknowledged')
    .flatMap((call) => factsOfAnswer(call).filter((fact) => !stored.has(fact)))
    .map((fact) => `${fact} was acknowledged and is not stored`);
  return [...doubled, ...lost];
}

/** The position in an answer is that of an event, and the command caused an event. */
function positions(events: readonly StoredEvent[], attempts: readonly CallAttempt[]): readonly string[] {
  const at = new Set(events.map(({ position }) => position));
  const caused = new Set(
    events.flatMap((event) => [metadataOf(event).commandId, metadataOf(event).$causationId] as const),
  );
  return attempts.flatMap(({ outcome, position, commandId, method, url }) => {
    if (outcome !== 'acknowledged' || position === null) return [];
    if (!at.has(position)) return [`${method} ${url} was acknowledged at position ${position}, which has no event`];
    // A repeated invitation is a new one, as the first link was only in the first answer.
    if (commandId === null || caused.has(commandId) || url.endsWith('/staff-invitations')) return [];
    return [`${method} ${url} was acknowledged, and no event has its command ${commandId}`];
  });
}

/**
 * A retry with the same key is answered with the same facts. Other fields may differ if the first answer could not be
 * saved: the number of scans, the request id.
 */
function repeats(attempts: readonly CallAttempt[], clocksAgree: boolean): readonly string[] {
  const first = new Map<string, string>();
  return attempts.flatMap((call) => {
    const { by, key, outcome, status, method, url } = call;
    const callerKey = `${by?.userId} ${key}`;
    const before = first.get(callerKey);
    // 429: the request was rejected before the key was read.
    if (key === null || outcome === 'unknown' || status === 429) return [];
    // A refusal that could not be saved may be decided differently; a success may not.
    if (outcome === 'refused' && before === undefined) return [];
    if (outcome === 'refused' && isLaterElsewhere(call, clocksAgree)) return [];
    const facts = outcome === 'refused' ? `no success but ${status}` : factsOfAnswer(call).join(', ');
    first.set(callerKey, before ?? facts);
    return before === undefined || before === facts ? [] : [`${method} ${url} answered ${before}, then ${facts}`];
  });
}

/** Events that a refused command may store: its scan, the code it opened, its use of the quota. */
const LEFT_BY_REFUSED = /^(QrScanned|RedemptionCode\w+|Quota\w+)$/;

/** A retry after a lost answer is not refused if the command is stored. */
function refusals(
  events: readonly StoredEvent[],
  attempts: readonly CallAttempt[],
  clocksAgree: boolean,
): readonly string[] {
  const done = new Map(
    events.filter(({ type }) => !LEFT_BY_REFUSED.test(type)).map((event) => [metadataOf(event).commandId, event.type]),
  );
  return attempts.flatMap((call) => {
    const { outcome, status, commandId, key, method, url } = call;
    if (key === null || status === 429 || outcome !== 'refused' || isLaterElsewhere(call, clocksAgree)) return [];
    const type = done.get(commandId ?? '');
    return type === undefined ? [] : [`${method} ${url} was refused (${status}), and its ${type} is stored`];
  });
}

/** The retry reached a process whose clock is past the expiry. */
const isLaterElsewhere = (call: CallAttempt, clocksAgree: boolean) => !clocksAgree && codeOf(call) === 'OFFER_EXPIRED';

const codeOf = ({ answer }: CallAttempt): unknown => (answer as { readonly code?: unknown } | null)?.code;
