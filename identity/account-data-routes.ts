import { accountDataCalls, type OwnRecords } from '@perktree/contracts/account/data-calls';
import { fileName, fileStem } from '@perktree/contracts/kernel/file-name';
import { Refused } from '@perktree/contracts/kernel/refusals';
import { type LongCall, longCall } from '@perktree/platform/files/long-call';
import { attachment } from '@perktree/platform/http/list-file';
import { mountCall } from '@perktree/platform/http/mount-call';
import type { Session } from '@perktree/platform/http/session';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { accountDataOf } from './account-data.ts';
import type { Erase, ErasureByOthers } from './erasure.ts';
import type { IdentityParts } from './parts.ts';

/** Data of other services for a person's export. Provided by the composition. */
export interface ExportServices {
  collectOwnRecords(userId: string): Promise<OwnRecords>;
  /** Whether `collectOwnRecords` is done within about 200 ms. */
  hasFewRecords(userId: string): Promise<boolean>;
}

/** Actions of other services when a person's account is erased. */
export interface ErasureServices {
  /** Stops all sites of a tenant. Idempotent. */
  stopSites(tenant: {
    readonly tenantId: string;
    readonly session: Session;
    readonly request: FastifyRequest;
  }): Promise<void>;
  /** Deletes data of a person that is neither in the account nor in an event. */
  forget: ErasureByOthers['forget'];
}

/** A read of the account and of the read models, so it is mounted where reads wait for their position. */
export function ownDataExport(
  services: ExportServices & { readonly pool: Pool; readonly clock: () => Date },
): LongCall {
  const { pool, clock, collectOwnRecords, hasFewRecords } = services;
  const dayOf = (at: Date) => at.toISOString().slice(0, 10);
  return longCall(accountDataCalls.exportOwnData, {
    name: (_, at) => fileStem(['my-data', dayOf(at)]),
    isSmall({ session }) {
      // Only the person may export their data, not a superadmin who views the product as them.
      if (session.view) throw new Refused('VIEWING_ONLY');
      return hasFewRecords(session.userId);
    },
    async make({ session, setHeader }, _, at) {
      const exportedAt = clock().toISOString();
      const account = await accountDataOf(pool, session);
      if (account === null) throw new Refused('NOT_SIGNED_IN');
      const records = await collectOwnRecords(session.userId);
      // A file to keep, where a browser navigates to it.
      setHeader(...attachment(fileName(['my data', dayOf(at)], 'json')));
      return { exportedAt, ...account, records };
    },
  });
}

export function mountErasureCall(
  app: FastifyInstance,
  services: ErasureServices & Pick<IdentityParts, 'authenticate' | 'cookie'> & { readonly erase: Erase },
): void {
  const { authenticate, cookie, erase, stopSites, forget } = services;
  mountCall(app, authenticate, accountDataCalls.eraseAccount, async ({ body, session, request, reply }) => {
    const { password, closeBusiness = false } = body;
    const { keptUntil } = await erase(
      { userId: session.userId, closeBusiness, proof: { session, password, ip: request.ip } },
      { stopSites: (tenantId) => stopSites({ tenantId, session, request }), forget },
    );
    cookie.clear(reply);
    return { answer: { success: true, keptUntil } };
  });
}
