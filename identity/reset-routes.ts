import { passwordResetCalls } from '@perktree/contracts/http/password-reset';
import { mountCall } from '@perktree/platform/http/mount-call';
import type { Authenticate } from '@perktree/platform/http/session';
import type { FastifyInstance } from 'fastify';
import type { PasswordReset } from './password-reset.ts';

/** The call of contracts/http/password-reset.ts. It does not sign in, so a second factor is checked at the login. */
export function mountResetCall(
  app: FastifyInstance,
  services: { readonly authenticate: Authenticate; readonly passwordReset: PasswordReset },
): void {
  const { authenticate, passwordReset } = services;
  mountCall(app, authenticate, passwordResetCalls.resetPassword, async ({ body, request }) => {
    const userId = await passwordReset.finish({ ...body, ip: request.ip });
    request.log.info({ userId }, 'password set by a link, all sessions ended');
    return { answer: undefined };
  });
}
