import { HEADERS } from '@perktree/contracts/kernel/common';
import { Refused } from '@perktree/contracts/kernel/refusals';
import { supportCalls } from '@perktree/contracts/support/calls';
import { mountCall } from '@perktree/platform/http/mount-call';
import type { FastifyInstance } from 'fastify';
import type { AuditServiceDeps } from '../deps.ts';
import { timelineAnswer } from './answer.ts';
import { cursorOf, pageOf } from './page.ts';
import { scopeOf } from './scope.ts';
import { search } from './search.ts';
import { subjectOf } from './subjects.ts';
import { timelineOf } from './timeline.ts';

/** Search and timelines for support staff (docs/how-to/support-a-customer.md). */
export function mountSupport(app: FastifyInstance, deps: AuditServiceDeps): void {
  const { authenticate } = deps;

  mountCall(app, authenticate, supportCalls.supportSearch, async ({ body, session }) => ({
    answer: [...(await search(deps, scopeOf(session), body.q))],
  }));

  mountCall(app, authenticate, supportCalls.supportSubject, async ({ params, session }) => {
    const subject = await subjectOf(deps, scopeOf(session), params);
    if (subject === null) throw new Refused('NOT_FOUND');
    return { answer: subject };
  });

  mountCall(app, authenticate, supportCalls.supportTimeline, async ({ params, query, session, reply }) => {
    const scope = scopeOf(session);
    const page = pageOf(query);
    if ((await subjectOf(deps, scope, params)) === null) throw new Refused('NOT_FOUND');
    const { events, next } = await timelineOf(deps, { ...params, scope }, page);
    if (next !== null) reply.header(HEADERS.nextCursor, cursorOf(next));
    return { answer: [...(await timelineAnswer(deps, scope, events))] };
  });
}
