import { HEADERS } from '@perktree/contracts/http/common';
import { supportCalls } from '@perktree/contracts/http/support';
import { Refused } from '@perktree/contracts/refusals';
import { mountCall } from '@perktree/platform/http/mount-call';
import type { FastifyInstance } from 'fastify';
import { signedIn } from '../access.ts';
import type { AuditServiceDeps } from '../deps.ts';
import { timelineAnswer } from './answer.ts';
import { pendingDisputes } from './disputes.ts';
import { cursorOf, pageOf } from './page.ts';
import { scopeOf } from './scope.ts';
import { search } from './search.ts';
import { subjectOf } from './subjects.ts';
import { timelineOf } from './timeline.ts';

/** For whoever helps others: finds what they speak of, and tells what happened to it (docs/support.md). */
export function mountSupport(app: FastifyInstance, deps: AuditServiceDeps): void {
  const { authenticate } = deps;

  mountCall(app, authenticate, supportCalls.supportSearch, async ({ body, session }) => ({
    answer: [...(await search(deps, scopeOf(signedIn(session)), body.q))],
  }));

  mountCall(app, authenticate, supportCalls.disputes, async ({ query, session, reply }) => {
    const { disputes, next } = await pendingDisputes(deps.pool, scopeOf(signedIn(session)), pageOf(query));
    if (next !== null) reply.header(HEADERS.nextCursor, cursorOf(next));
    return { answer: [...disputes] };
  });

  mountCall(app, authenticate, supportCalls.supportSubject, async ({ params, session }) => {
    const subject = await subjectOf(deps, scopeOf(signedIn(session)), params);
    if (subject === null) throw new Refused('NOT_FOUND');
    return { answer: subject };
  });

  mountCall(app, authenticate, supportCalls.supportTimeline, async ({ params, query, session, reply }) => {
    const scope = scopeOf(signedIn(session));
    const page = pageOf(query);
    if ((await subjectOf(deps, scope, params)) === null) throw new Refused('NOT_FOUND');
    const { events, next } = await timelineOf(deps, { ...params, scope }, page);
    if (next !== null) reply.header(HEADERS.nextCursor, cursorOf(next));
    return { answer: [...(await timelineAnswer(deps, scope, events))] };
  });
}
