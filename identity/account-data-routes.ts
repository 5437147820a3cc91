import { accountDataCalls, type OwnRecords } from '@perktree/contracts/http/account-data';
import { Refused } from '@perktree/contracts/refusals';
import { mountCall } from '@perktree/platform/http/mount-call';
import type { Authenticate, Session } from '@perktree/platform/http/session';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { accountDataOf } from './account-data.ts';
import type { createErasure, ErasureByOthers } from './erasure.ts';
import type { SessionCookie } from './session-cookie.ts';

/** What the other services do for a person who asks for their data, or to be forgotten. Given by whoever composes them. */
export interface AccountDataServices {
  /** What the events hold about an id. */
  collectOwnRecords(userId: string): Promise<OwnRecords>;
  /** Stops all sites of a tenant; to do it again changes nothing. */
  stopSites(tenant: {
    readonly tenantId: string;
    readonly session: Session;
    readonly request: FastifyRequest;
  }): Promise<void>;
  /** Forgets what of a person is neither in the account nor in an event. */
  forget: ErasureByOthers['forget'];
}

/** The calls of contracts/http/account-data.ts. */
export function mountAccountDataCalls(
  app: FastifyInstance,
  services: AccountDataServices & {
    readonly pool: Pool;
    readonly authenticate: Authenticate;
    readonly cookie: SessionCookie;
    readonly erasure: ReturnType<typeof createErasure>;
    readonly clock: () => Date;
  },
): void {
  const { pool, authenticate, cookie, erasure, clock, collectOwnRecords, stopSites, forget } = services;

  mountCall(app, authenticate, accountDataCalls.exportOwnData, async ({ session, reply }) => {
    if (session === null) throw new Refused('NOT_SIGNED_IN');
    const exportedAt = clock().toISOString();
    const account = await accountDataOf(pool, session);
    if (account === null) throw new Refused('NOT_SIGNED_IN');
    const records = await collectOwnRecords(session.userId);
    // A file to keep, where a browser navigates to it.
    reply.header('Content-Disposition', `attachment; filename="perktree-${exportedAt.slice(0, 10)}.json"`);
    return { answer: { exportedAt, ...account, records } };
  });

  mountCall(app, authenticate, accountDataCalls.eraseAccount, async ({ body, session, request, reply }) => {
    if (session === null) throw new Refused('NOT_SIGNED_IN');
    const { password, closeBusiness = false } = body;
    await erasure.erase(
      { session, password, closeBusiness, ip: request.ip },
      { stopSites: (tenantId) => stopSites({ tenantId, session, request }), forget },
    );
    cookie.clear(reply);
    return { answer: { success: true } };
  });
}
