import { createCommandHandler } from '@perktree/command-service/engine/command-handler';
import { createTurns } from '@perktree/command-service/engine/turns';
import { systemCommandContext } from '@perktree/command-service/http/command-context';
import { IdempotencyKeyStore } from '@perktree/command-service/http/idempotency/install';
import { createTenantSites } from '@perktree/command-service/http/lookups/tenant-sites';
import { RefusalLog } from '@perktree/command-service/http/outcomes/refusal-log';
import { createPaymentProvider } from '@perktree/command-service/payments/create-provider';
import { ProviderAccounts } from '@perktree/command-service/payments/provider-accounts';
import { createStopSites } from '@perktree/command-service/site/stop-sites';
import { referencesOf, subscriptionFold } from '@perktree/command-service/subscription/decisions/state';
import { createQuotas } from '@perktree/command-service/subscription/quotas';
import { streams } from '@perktree/contracts/catalogue/events';
import { Refused } from '@perktree/contracts/kernel/refusals';
import { recordDataRequest } from '@perktree/identity/data-requests';
import type { ErasureByOthers } from '@perktree/identity/erasure';
import { deleteFilesOf } from '@perktree/platform/files/file-store';
import { ErasedAccountsFile } from '../../parts/erased-accounts.ts';
import type { Opened } from '../open-for-operator.ts';
import { type Action, type CliSession, withStores } from '../session.ts';
import { confirmed, type RequestOptions, requestOf } from './accounts.ts';

interface EraseOptions extends RequestOptions {
  readonly yes?: boolean;
  readonly closeBusiness?: boolean;
}

/** Erases an account as its person would. A job of the product releases its claims within an hour. */
export const erase: Action<EraseOptions> = (
  session,
  { yes = false, closeBusiness = false, ...request },
  [email = ''],
) =>
  withStores(session, async (stores) => {
    const quotas = createQuotas({ handler: createCommandHandler(stores), ...stores });
    const file = new ErasedAccountsFile(session.configuration.dataDir);
    const { identity, account } = await confirmed(
      session,
      stores,
      { name: 'erase', email, yes },
      { planOf: (tenantId) => quotas.planOf(tenantId), onErased: (userId) => file.note(userId, session.logger) },
    );
    const { userId } = account;
    await identity.eraseAccount(userId, { closeBusiness, ...others(session, stores) }).catch((error: unknown) => {
      if (error instanceof Refused && error.code === 'OWNS_BUSINESS')
        throw new Error('This account owns a business. Add --close-business to stop its sites for good.');
      throw error;
    });
    await recordDataRequest(stores.pool, requestOf(session, request, { kind: 'erasure', userId }));
    return { json: { erased: userId }, text: `Erased the account ${userId}.` };
  });

function others({ configuration, now }: CliSession, stores: Opened): ErasureByOthers {
  const { store, pool, publicUrl } = stores;
  const handler = createCommandHandler({ ...stores, turns: createTurns(pool) });
  const quotas = createQuotas({ handler, ...stores });
  const stopSites = createStopSites({ handler, quotas, sitesOfTenant: createTenantSites({ pool, store }) });
  return {
    stopSites: (tenantId) =>
      stopSites({
        tenantId,
        context: systemCommandContext({
          commandName: 'StopSite',
          cause: `operator erases the owner of ${tenantId}`,
          clock: () => new Date(now()),
        }),
      }),
    async forget({ userId, tenantId, texts }) {
      await deleteFilesOf(pool, userId);
      await new ProviderAccounts(pool, 'payout').forget(userId);
      await new RefusalLog(pool).forget(userId);
      await new IdempotencyKeyStore(pool).forgetPerson({ owners: [userId], texts });
      if (tenantId === null) return;
      const payments = await createPaymentProvider({ pool, publicUrl, stripe: configuration.stripe });
      const { state } = await handler.load(streams.subscription(tenantId), subscriptionFold);
      await payments.endAll(tenantId, referencesOf(state));
      await new ProviderAccounts(pool, 'billing').forget(tenantId);
    },
  };
}
