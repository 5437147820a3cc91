import { HEADERS } from '@perktree/contracts/kernel/call';
import { Refused } from '@perktree/contracts/kernel/refusals';
import { UTC } from '@perktree/contracts/kernel/time-zone-name';
import { supportCalls, type TimelineEvent } from '@perktree/contracts/support/calls';
import { mountCall } from '@perktree/platform/http/mount-call';
import type { FastifyInstance } from 'fastify';
import type { AuditServiceDeps } from '../deps.ts';
import { actorOf } from '../explanation/people.ts';
import { namesOf, sitesOf } from '../own-site.ts';
import { describe } from './described-event.ts';
import { cursorOf, timelinePageOf } from './page.ts';
import { search } from './search.ts';
import { peopleOf, type SupportScope, subjectOf, supportScopeOf } from './subjects.ts';
import { type DescribedEvent, timelineOf } from './timeline.ts';

type Deps = Pick<AuditServiceDeps, 'pool' | 'accounts'>;

/** Events with current names of people and sites. A QR has the name in the event, or else its current one. */
async function timelineAnswer(
  deps: Deps,
  scope: SupportScope,
  events: readonly DescribedEvent[],
): Promise<readonly TimelineEvent[]> {
  const { accounts } = deps;
  const described = events.map((event) => ({ event, ...describe(event) }));
  const idsOf = (name: 'siteId' | 'qrId' | 'noteId') => described.flatMap((each) => each[name] ?? []);
  const [personOf, notes, sites, qrNames] = await Promise.all([
    peopleOf(
      accounts,
      scope,
      described.flatMap(({ event, customerId, distributorId, shares }) =>
        [event.metadata.actor.id, customerId, distributorId, ...shares.map(({ ownerId }) => ownerId)].flatMap(
          (id) => id ?? [],
        ),
      ),
    ),
    accounts.noteTexts(idsOf('noteId')),
    sitesOf(deps, idsOf('siteId')),
    namesOf(deps, 'qr', idsOf('qrId')),
  ]);
  return described.map(({ event, siteId, qrId, qrName, customerId, distributorId, shares, noteId, ...rest }) => {
    const { commandName, recordedAt } = event.metadata;
    return {
      eventId: event.eventId,
      type: event.fact.type,
      position: event.position.toString(),
      at: recordedAt,
      actor: actorOf(event.metadata, personOf),
      command: commandName,
      site: siteId === null ? null : { id: siteId, name: sites.get(siteId)?.name ?? '' },
      siteTimeZone: sites.get(siteId ?? '')?.timeZone ?? UTC,
      qr: qrId === null ? null : { id: qrId, name: qrName ?? qrNames.get(qrId) ?? '' },
      ...rest,
      reason: noteId === null ? rest.reason : (notes.get(noteId) ?? null),
      customer: customerId === null ? null : personOf(customerId),
      distributor: distributorId === null ? null : personOf(distributorId),
      entries: shares.map(({ entryId, ownerId, amount, ...share }) => ({
        id: entryId,
        qrId: share.qrId,
        owner: personOf(ownerId),
        amount,
      })),
    };
  });
}

/** Search and timelines for support staff (docs/how-to/support-a-customer.md). */
export function mountSupport(app: FastifyInstance, deps: AuditServiceDeps): void {
  const { authenticate } = deps;

  mountCall(app, authenticate, supportCalls.supportSearch, async ({ body, session }) => ({
    answer: [...(await search(deps, supportScopeOf(session), body.q))],
  }));

  mountCall(app, authenticate, supportCalls.supportSubject, async ({ params, session }) => {
    const subject = await subjectOf(deps, supportScopeOf(session), params);
    if (subject === null) throw new Refused('NOT_FOUND');
    return { answer: subject };
  });

  mountCall(app, authenticate, supportCalls.supportTimeline, async ({ params, query, session, reply }) => {
    const scope = supportScopeOf(session);
    const page = timelinePageOf(query);
    if ((await subjectOf(deps, scope, params)) === null) throw new Refused('NOT_FOUND');
    const { events, next } = await timelineOf(deps, { ...params, scope }, page);
    if (next !== null) reply.header(HEADERS.nextCursor, cursorOf(next));
    return { answer: [...(await timelineAnswer(deps, scope, events))] };
  });
}
