import type { EventMetadata } from '@perktree/contracts/envelope';
import type { StoredEvent } from '@perktree/event-store/port';
import type { Asked, Check } from './evidence.ts';
import { bornBy, toldBy } from './told-facts.ts';

/**
 * I1: what was acknowledged is stored, once; what was not acknowledged is stored once or not at all. A command appends
 * once to a stream, all of it together; whoever asks again with the same key is told of the same facts.
 */
export const exactlyOnce: Check = ({ events, asked, clocksAgree }) => [
  ...eventIds(events),
  ...appends(events),
  ...facts(events, asked),
  ...positions(events, asked),
  ...repeats(asked, clocksAgree),
  ...refusals(events, asked, clocksAgree),
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

/** All events of a command in a stream stand together, and happened at one instant. */
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

function facts(events: readonly StoredEvent[], asked: readonly Asked[]): readonly string[] {
  const stored = new Map<string, number>();
  for (const event of events) for (const fact of bornBy(event)) stored.set(fact, (stored.get(fact) ?? 0) + 1);
  const doubled = [...stored]
    .filter(([, times]) => times > 1)
    .map(([fact, times]) => `${fact} is stored ${times} times`);
  const lost = asked
    .filter(({ outcome }) => outcome === 'acknowledged')
    .flatMap((call) => toldBy(call).filter((fact) => !stored.has(fact)))
    .map((fact) => `${fact} was acknowledged and is not stored`);
  return [...doubled, ...lost];
}

/** Where an answer says that its command was stored, there is an event, and one that this command has caused. */
function positions(events: readonly StoredEvent[], asked: readonly Asked[]): readonly string[] {
  const at = new Set(events.map(({ position }) => position));
  const caused = new Set(
    events.flatMap((event) => [metadataOf(event).commandId, metadataOf(event).$causationId] as const),
  );
  return asked.flatMap(({ outcome, position, commandId, method, url }) => {
    if (outcome !== 'acknowledged' || position === null) return [];
    if (!at.has(position)) return [`${method} ${url} was acknowledged at position ${position}, where no event is`];
    // An invitation that is asked for again is another one: the link of the first was in its answer alone.
    if (commandId === null || caused.has(commandId) || url.endsWith('/staff-invitations')) return [];
    return [`${method} ${url} was acknowledged, and no event is of its command ${commandId}`];
  });
}

/**
 * Whoever asks again with the same key is told of the same facts. (Where the first answer could not be kept, the rest of
 * it may have moved on: how often a QR was scanned, the id of the request.)
 */
function repeats(asked: readonly Asked[], clocksAgree: boolean): readonly string[] {
  const first = new Map<string, string>();
  return asked.flatMap((call) => {
    const { by, key, outcome, status, method, url } = call;
    const whose = `${by?.userId} ${key}`;
    const before = first.get(whose);
    // 429: it was not looked at.
    if (key === null || outcome === 'unknown' || status === 429) return [];
    // A refusal that could not be kept is decided anew; a success stands.
    if (outcome === 'refused' && before === undefined) return [];
    if (outcome === 'refused' && isLaterElsewhere(call, clocksAgree)) return [];
    const told = outcome === 'refused' ? `no success but ${status}` : toldBy(call).join(', ');
    first.set(whose, before ?? told);
    return before === undefined || before === told ? [] : [`${method} ${url} told of ${before}, then of ${told}`];
  });
}

/** What a command leaves although it is refused: the scan and the code that it opened, what it took of a plan. */
const LEFT_BY_REFUSED = /^(QrScanned|RedemptionCode\w+|Quota\w+)$/;

/** Whoever asks again, having been told nothing, is not refused what is stored. */
function refusals(events: readonly StoredEvent[], asked: readonly Asked[], clocksAgree: boolean): readonly string[] {
  const done = new Map(
    events.filter(({ type }) => !LEFT_BY_REFUSED.test(type)).map((event) => [metadataOf(event).commandId, event.type]),
  );
  return asked.flatMap((call) => {
    const { outcome, status, commandId, key, method, url } = call;
    if (key === null || status === 429 || outcome !== 'refused' || isLaterElsewhere(call, clocksAgree)) return [];
    const type = done.get(commandId ?? '');
    return type === undefined ? [] : [`${method} ${url} was refused (${status}), and its ${type} is stored`];
  });
}

/** Whoever asks again comes to a process by whose clock the day of expiry is over. */
const isLaterElsewhere = (call: Asked, clocksAgree: boolean) => !clocksAgree && codeOf(call) === 'OFFER_EXPIRED';

const codeOf = ({ answer }: Asked): unknown => (answer as { readonly code?: unknown } | null)?.code;
