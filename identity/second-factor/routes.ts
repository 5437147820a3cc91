import { secondFactorCalls } from '@perktree/contracts/account/second-factor-calls';
import { mountCall } from '@perktree/platform/http/mount-call';
import type { Session } from '@perktree/platform/http/session';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { IdentityParts } from '../parts.ts';
import type { SecondFactor } from './second-factor.ts';

export function mountSecondFactorCalls(
  app: FastifyInstance,
  services: Pick<IdentityParts, 'authenticate' | 'cookie'> & { readonly secondFactor: SecondFactor },
): void {
  const { authenticate, cookie, secondFactor } = services;

  const asking = (session: Session, request: FastifyRequest) => ({ session, ...cookie.visitorOf(request) });

  mountCall(app, authenticate, secondFactorCalls.secondFactor, async ({ session }) => {
    return { answer: await secondFactor.stateOf(session.userId) };
  });

  mountCall(app, authenticate, secondFactorCalls.beginSecondFactor, async ({ body, session, request }) => ({
    answer: await secondFactor.begin(asking(session, request), body.currentPassword),
  }));

  mountCall(app, authenticate, secondFactorCalls.confirmSecondFactor, async ({ body, session, request, reply }) => {
    const who = asking(session, request);
    const { token, recoveryCodes } = await secondFactor.confirm(who, body.oneTimeCode);
    cookie.write(reply, token);
    request.log.info({ userId: who.session.userId }, 'second factor in force, other sessions ended');
    return { answer: { recoveryCodes: [...recoveryCodes] } };
  });

  mountCall(app, authenticate, secondFactorCalls.turnOffSecondFactor, async ({ body, session, request }) => {
    const who = asking(session, request);
    await secondFactor.turnOff(who, { password: body.currentPassword, code: body.oneTimeCode });
    request.log.info({ userId: who.session.userId }, 'second factor turned off');
    return { answer: undefined };
  });
}
