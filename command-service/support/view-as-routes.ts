import type { AccountSearch, Views } from '@perktree/contracts/account/account-store';
import { streams } from '@perktree/contracts/catalogue/events';
import type { Role } from '@perktree/contracts/kernel/envelope';
import { Refused } from '@perktree/contracts/kernel/refusals';
import { invalidField } from '@perktree/contracts/kernel/validation-issues';
import { VIEW_MINUTES, viewAsCalls } from '@perktree/contracts/support/view-as-calls';
import { mountCall } from '@perktree/platform/http/mount-call';
import type { Authenticate } from '@perktree/platform/http/session';
import type { FastifyInstance } from 'fastify';
import type { CommandServiceDeps } from '../deps.ts';
import { deriveUuid } from '../engine/command.ts';
import { commandContext } from '../http/command-context.ts';
import { decideStartView, decideStopView, viewsFold } from './decisions/view-as.ts';

type ViewAsDeps = Pick<CommandServiceDeps, 'handler' | 'authenticate' | 'clock'> & {
  readonly views: Views;
  readonly accounts: AccountSearch;
  /** The real session, also while viewing as another user. */
  readonly authenticateOwn: Authenticate;
};

/** A superadmin starts to view the product as another user (docs/how-to/support-a-customer.md). */
export function mountStartViewing(app: FastifyInstance, deps: ViewAsDeps): void {
  const { handler, authenticate, clock, views, accounts } = deps;

  mountCall(app, authenticate, viewAsCalls.startViewing, async ({ body, session, request }) => {
    const { role, reason } = body;
    const note = body.note || null;
    if (reason === 'other' && note === null) throw invalidField('note', 'REQUIRED');
    const userId = body.person.includes('@') ? await accounts.idOfEmail(body.person) : body.person.toLowerCase();
    assertViewable(userId === null ? null : await views.rolesOf(userId), role);
    if (userId === null) throw new Refused('PERSON_NOT_FOUND');
    const context = commandContext({ request, session, clock, commandName: 'StartViewing', role: 'superadmin' });
    const viewId = deriveUuid('view', context.commandId);
    const until = new Date(Date.parse(context.now) + VIEW_MINUTES * 60_000).toISOString();
    // Record the view before it starts, so that none is unrecorded.
    const { position } = await handler.execute({
      stream: streams.viewAs(userId),
      fold: viewsFold,
      decide: () => decideStartView({ viewId, userId, viewerId: session.userId, role, until }),
      context,
    });
    const { sessionId, userId: viewerId } = session;
    await views.beginView({ viewId, sessionId, viewerId, userId, role, reason, note, until });
    return { answer: { viewId, userId, role, until }, position };
  });
}

/** The only command that is allowed while viewing as another user. */
export function mountStopViewing(app: FastifyInstance, deps: ViewAsDeps): void {
  const { handler, authenticateOwn, clock, views } = deps;

  mountCall(app, authenticateOwn, viewAsCalls.stopViewing, async ({ session, request }) => {
    const running = await views.viewOf(session.sessionId);
    if (running === null) return { answer: { success: true as const } };
    const { viewId, userId } = running;
    const context = commandContext({ request, session, clock, commandName: 'StopViewing', role: 'superadmin' });
    // Record the end before the view ends, so that none is unrecorded.
    const { position } = await handler.execute({
      stream: streams.viewAs(userId),
      fold: viewsFold,
      decide: (state) => decideStopView(state, { viewId, now: context.now }),
      context,
    });
    await views.endView(viewId);
    return { answer: { success: true as const }, position };
  });
}

/** @throws Refused PERSON_NOT_FOUND, VIEW_NOT_ALLOWED, ROLE_NOT_HELD */
function assertViewable(roles: readonly Role[] | null, role: Role): void {
  if (roles === null) throw new Refused('PERSON_NOT_FOUND');
  if (roles.includes('superadmin')) throw new Refused('VIEW_NOT_ALLOWED');
  if (!roles.includes(role)) throw new Refused('ROLE_NOT_HELD', { role });
}
