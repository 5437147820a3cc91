import { createAuthenticateKey, limitKeys } from '@perktree/command-service/api-key/authenticate-key';
import { createRevokeAccess } from '@perktree/command-service/api-key/revoke-access';
import { mountApiKeyRoutes } from '@perktree/command-service/api-key/routes';
import type { CommandServiceOptions } from '@perktree/command-service/deps';
import { mountDisputeRoutes } from '@perktree/command-service/dispute/routes';
import { mountFlagRoutes } from '@perktree/command-service/flag/routes';
import { commandContext } from '@perktree/command-service/http/command-context';
import { IdempotencyKeyStore, installCommandKeys } from '@perktree/command-service/http/idempotency/install';
import { createTenantSites } from '@perktree/command-service/http/lookups/tenant-sites';
import { installOutcomes } from '@perktree/command-service/http/outcomes/install';
import { RefusalLog } from '@perktree/command-service/http/outcomes/refusal-log';
import { createPaymentProvider, type StripeSettings } from '@perktree/command-service/payments/create-provider';
import { recordChangedName } from '@perktree/command-service/payout/record-payee';
import type { ReadDrawing } from '@perktree/command-service/qr/design-readability';
import { mountQrDesignRoutes } from '@perktree/command-service/qr/design-routes';
import { mountDistributorInvitationRoutes } from '@perktree/command-service/qr/invitation-routes';
import { createReleaseClaims } from '@perktree/command-service/qr/release-claims';
import { type CommandService, mountCommandService } from '@perktree/command-service/service';
import { createStopSites } from '@perktree/command-service/site/stop-sites';
import { mountStartViewing, mountStopViewing } from '@perktree/command-service/support/view-as-routes';
import { mountV1Routes } from '@perktree/command-service/v1-routes';
import { WebhookEndpointHandlers } from '@perktree/command-service/webhook/handlers';
import { mountV1WebhookRoutes, mountWebhookEndpointRoutes } from '@perktree/command-service/webhook/routes';
import type { EventStore } from '@perktree/event-store/port';
import type { ErasureServices } from '@perktree/identity/account-data-routes';
import type { DecodePicture, PictureOutcome } from '@perktree/identity/pictures/picture-maker';
import { createPictures } from '@perktree/identity/pictures/picture-store';
import type { OnNamed } from '@perktree/identity/routes';
import type { Identity } from '@perktree/identity/service';
import { deleteFilesOf } from '@perktree/platform/files/file-store';
import { mountFileDeletion } from '@perktree/platform/files/routes';
import { installIdempotencyKeys } from '@perktree/platform/http/idempotency/install';
import type { Resolve } from '@perktree/platform/outgoing/public-address';
import { mountProjectionOperation } from '@perktree/projector/http/routes';
import { mountV1Queries } from '@perktree/query-service/v1-routes';
import { createDeliveryStore } from '@perktree/webhook-service/delivery-store';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { isKnownAt, recordsAbout } from './own-data.ts';

export interface SharedByServices {
  readonly identity: Identity;
  readonly store: EventStore;
  readonly pool: Pool;
  readonly publicUrl: string;
  readonly clock: () => Date;
  readonly logger: FastifyBaseLogger;
}

interface CommandsOnly
  extends Pick<
    CommandServiceOptions,
    'payoutLimits' | 'evidenceYears' | 'keepsWayBack' | 'onCommand' | 'onRegression'
  > {
  /** Null for the built-in provider, which moves no money. */
  readonly stripe?: StripeSettings | null;
  readonly decodePicture: DecodePicture;
  readonly readDrawing: ReadDrawing;
  /** Whether webhooks may go to addresses that are not public, and without TLS. */
  readonly webhookAllowPrivate: boolean;
  /** Resolves host names of webhook endpoints. Default: the machine's resolver. */
  readonly resolveName?: Resolve | undefined;
  /** Called with what became of each uploaded picture. */
  readonly onPicture?: (outcome: PictureOutcome) => void;
}

/**
 * Texts are kept with their salts, but events get no hash. Names of payees, which the system writes, are in events of their own
 * that the previous release passes over.
 */
const withoutHashes = (accounts: Identity['accounts']): Identity['accounts'] => ({
  ...accounts,
  async rememberNote(note) {
    const salt = await accounts.rememberNote(note);
    return note.authorId === 'system' ? salt : null;
  },
});

/** All calls for programs with an API key, reads included. Each key has one rate limit for all of them. */
function mountByKey(
  app: FastifyInstance,
  identity: Identity,
  commands: CommandService,
  endpoints: WebhookEndpointHandlers,
): void {
  const { store, pool, clock, logger } = commands;
  const byKey = createAuthenticateKey({ ...commands, secrets: identity.apiKeySecrets });
  void app.register(async (v1) => {
    const authenticateKey = limitKeys(v1, byKey, clock);
    mountV1Queries(v1, { ...commands, head: () => store.head(), authenticateKey });
    void v1.register(async (scope) => {
      const ownerOf = async (request: FastifyRequest) => (await byKey(request))?.keyId ?? null;
      const sealing = identity.answerSealing;
      installIdempotencyKeys(scope, { keys: new IdempotencyKeyStore(pool), logger, sealing, ownerOf });
      mountV1Routes(scope, { ...commands, authenticateKey, payouts: commands.billing.payouts });
      mountV1WebhookRoutes(scope, { ...commands, authenticateKey, endpoints });
    });
  });
}

/** Mounts all calls that change data: accounts, sessions, commands, erasure, payment notices, operation of read models. */
export async function mountCommands(
  app: FastifyInstance,
  options: SharedByServices & CommandsOnly,
): Promise<CommandService> {
  const { identity, stripe = null, decodePicture, readDrawing, webhookAllowPrivate, ...others } = options;
  const { resolveName: resolve, keepsWayBack = false, ...shared } = others;
  const { pool, store, publicUrl } = shared;
  const { authenticate, networkIdOf, visitorIdOf } = identity;
  const accounts = keepsWayBack ? withoutHashes(identity.accounts) : identity.accounts;
  const refusals = new RefusalLog(pool);
  const { onCommand = () => {}, logger } = shared;
  const { authenticateOwn } = identity;
  installOutcomes(app, { onCommand, refusals, authenticateOwn, logger, clock: shared.clock });
  // Before the calls are mounted, so that their scopes inherit it.
  app.decorate('spendBudget', identity.spendBudget);
  identity.guardSensitiveCalls(app);
  identity.mount(app, { revokeAccess: (business) => revokeAccess(business), onNamed: (named) => onNamed(named) });
  identity.mountPictures(app, decodePicture, shared.onPicture);
  const payments = await createPaymentProvider({ pool, publicUrl, stripe });
  const commands = mountCommandService(app, {
    ...shared,
    authenticate,
    networkIdOf,
    visitorIdOf,
    accounts,
    payments,
    keepsWayBack,
    ownsPicture: accounts.ownsPicture,
    answerSealing: identity.answerSealing,
  });
  mountFileDeletion(app, { pool, authenticate });
  const { clock } = shared;
  const stopSites = createStopSites({ ...commands, sitesOfTenant: createTenantSites({ pool, store }) });
  const releaseClaims = createReleaseClaims(commands);
  const onNamed: OnNamed = ({ userId, name, session, request }) =>
    recordChangedName(commands, {
      userId,
      name,
      context: commandContext({ request, session, commandName: 'NamePayee', clock }),
    });
  const erasure: ErasureServices = {
    stopSites: ({ tenantId, session, request }) =>
      stopSites({
        tenantId,
        context: commandContext({ request, session, commandName: 'StopSite', clock, role: 'site_owner' }),
      }),
    async forget({ texts, ...account }) {
      await deleteFilesOf(pool, account.userId);
      await releaseClaims.ofDistributor(account.userId);
      await commands.billing.forget(account);
      await refusals.forget(account.userId);
      await new IdempotencyKeyStore(pool).forgetPerson({ owners: [account.userId], texts });
    },
  };
  identity.mountErasure(app, erasure);
  identity.mountDataRequests(app, {
    ...erasure,
    onNamed,
    isKnownAt: (tenantId, userId) => isKnownAt(pool, tenantId, userId),
    recordsAbout: recordsAbout({ pool, store, accounts }),
  });
  const withKeys = { ...commands, secrets: identity.apiKeySecrets };
  void app.register(async (scope) => {
    identity.installKeys(scope);
    mountApiKeyRoutes(scope, withKeys);
  });
  const deliveries = createDeliveryStore(pool, { allowPrivate: webhookAllowPrivate, resolve });
  const endpoints = new WebhookEndpointHandlers({ ...commands, secrets: identity.webhookSecrets, deliveries });
  const revokeAccess = createRevokeAccess({ ...commands, endpoints });
  void app.register(async (scope) => {
    identity.installKeys(scope);
    mountWebhookEndpointRoutes(scope, { ...commands, endpoints });
  });
  mountByKey(app, identity, commands, endpoints);
  const viewing = { ...commands, ...identity };
  // This call ends a view as another user, so its idempotency keys belong to the signed-in superadmin.
  void app.register(async (scope) => {
    installCommandKeys(scope, { ...commands, authenticate: identity.authenticateOwn });
    mountStopViewing(scope, viewing);
  });
  void app.register(async (scope) => {
    installCommandKeys(scope, commands);
    mountProjectionOperation(scope, { ...shared, authenticate });
    mountStartViewing(scope, viewing);
    mountDistributorInvitationRoutes(scope, { ...commands, invitations: identity.distributorInvitations });
    mountFlagRoutes(scope, { ...commands, notes: accounts });
    mountDisputeRoutes(scope, { ...commands, notes: accounts });
    mountQrDesignRoutes(scope, { ...commands, readDrawing, pictures: createPictures(pool) });
  });
  return commands;
}
