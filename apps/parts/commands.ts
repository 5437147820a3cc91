import type { SigningKey } from '@perktree/audit-service/chain/signing-key';
import { installCommandKeys } from '@perktree/command-service/http/idempotency/install';
import type { CommandService } from '@perktree/command-service/service';
import { createConfiguredEndpoints } from '@perktree/command-service/webhook/configured-endpoints';
import { operationCalls } from '@perktree/contracts/operation/calls';
import { GUARD_TEXTS, readAppendGuard } from '@perktree/event-store/postgres/append-guard';
import { createIdentity, type Identity } from '@perktree/identity/service';
import { startReaction } from '@perktree/mail-service/reaction';
import { startSender } from '@perktree/mail-service/sender';
import { mailboxTransport, openSmtp } from '@perktree/mail-service/smtp';
import { startFileMaker } from '@perktree/platform/files/file-maker';
import { oldestFileSeconds } from '@perktree/platform/files/file-store';
import { mountCall } from '@perktree/platform/http/mount-call';
import { startJobs } from '@perktree/platform/jobs/jobs';
import type { QueueBoard } from '@perktree/platform/jobs/queue-board';
import { startWebhookSender } from '@perktree/webhook-service/service';
import type { FastifyInstance } from 'fastify';
import { drawingInChild, fileInChild, pictureInChild } from './child-work.ts';
import { headReceivers } from './head-receivers.ts';
import type { ProcessContext } from './http.ts';
import { warnOfOtherStore } from './kept-positions.ts';
import { mailBrands } from './mail-brands.ts';
import { mailLookups } from './mail-events.ts';
import { mountCommands } from './mount-commands.ts';
import { recurringJobs } from './recurring-jobs.ts';
import { standingWork } from './standing-work.ts';
import type { Stores } from './stores.ts';

interface CommandOptions extends Pick<Stores, 'pool' | 'store'> {
  /** Connects to the database with accounts and jobs. */
  readonly connectionString: string;
  readonly publicUrl: string;
  readonly sessionSecret: string;
  /** Signs heads of the chain of events. Null if an operator signs them. */
  readonly signingKey: SigningKey | null;
  readonly clock: () => Date;
  /** Whether other processes serve the same accounts. */
  readonly shared?: boolean;
  readonly onErased?: (userId: string) => void;
}

/** Opens accounts, sessions, all commands, recurring jobs, their queue and files of long calls. Mount metrics before. */
export async function openCommands(
  { configuration, app, metrics, logger, parts, limitCallers }: ProcessContext,
  options: CommandOptions,
): Promise<{ readonly identity: Identity; readonly commands: CommandService; readonly board: QueueBoard }> {
  const { pool, store, connectionString, publicUrl, sessionSecret, signingKey, clock, onErased } = options;
  const { brand, mail, oidc, networkLimits, redisUrl, reportHeapMb, stripe } = configuration;
  const { payoutLimits, evidenceYears, keepsWayBack, webhookAllowPrivate } = configuration;
  const identity = createIdentity({
    pool,
    publicUrl,
    sessionSecret,
    logger,
    clock,
    networkLimits,
    productLabels: Object.values(brand),
    productName: brand.mobile,
    planOf: (tenantId) => commands.quotas.planOf(tenantId),
    ...(oidc && { oidc }),
    ...(mail && { mail: mail === 'mailbox' ? mail : 'smtp' }),
    ...(options.shared && { shared: options.shared }),
    ...(onErased && { onErased }),
    listens: true,
  });
  parts.add(async () => identity.close());
  void warnOfOtherStore({ store, pool, logger });
  await sayWhatGuards({ store, pool, logger });
  if (mail !== null) {
    const look = { product: brand.mobile, publicUrl, brandOf: mailBrands(pool) };
    const transport = mail === 'mailbox' ? mailboxTransport : await openSmtp(mail, look);
    const sender = startSender({ pool, outbox: identity.outbox, transport, logger });
    parts.add(() => sender.stop());
  }
  limitCallers(identity.callerOf);
  const { onCommand, onRegression, onPicture } = metrics;
  const shared = { identity, store, pool, publicUrl, clock, logger };
  const commands = await mountCommands(app, {
    ...shared,
    stripe,
    payoutLimits,
    evidenceYears,
    keepsWayBack,
    onCommand,
    onRegression,
    onPicture,
    webhookAllowPrivate,
    decodePicture: pictureInChild,
    readDrawing: drawingInChild,
  });
  if (mail !== null) {
    const reaction = startReaction({
      pool,
      feed: identity.mailFeed,
      store,
      logger,
      lookups: mailLookups(pool, commands, identity.webhookSecrets),
    });
    parts.add(() => reaction.stop());
  }
  const heads = headReceivers(configuration, identity.headMails);
  parts.add(async () => heads.close());
  const jobs = await startJobs({
    databaseUrl: connectionString,
    redisUrl,
    logger,
    jobs: recurringJobs({
      identity,
      commands,
      signingKey,
      hasMail: mail !== null,
      receivers: heads.receivers,
      onBehind: metrics.onClockBehind,
    }),
  });
  parts.add(() => jobs.close());
  const makeFile = fileInChild({ connectionString, publicUrl, signs: signingKey !== null }, reportHeapMb);
  const files = startFileMaker({ pool, logger, makeFile, onFile: metrics.onFile });
  const webhooks = startWebhookSender({
    pool,
    logger,
    secrets: identity.webhookSecrets,
    allowPrivate: webhookAllowPrivate,
    endpoints: createConfiguredEndpoints(commands),
  });
  parts.add(() => webhooks.stop());
  metrics.watchFiles(() => oldestFileSeconds(pool));
  parts.add(() => files.stop());
  mountJobs(app, commands, jobs.board, configuration.dataDir);
  metrics.watchQueue(jobs.board);
  metrics.watchStandingWork({ pool, dataDir: configuration.dataDir });
  return { identity, commands, board: jobs.board };
}

/** Says at the start what does not protect the events from other writes in the database. */
async function sayWhatGuards({ store, pool, logger }: Stores & Pick<ProcessContext, 'logger'>): Promise<void> {
  const guard = await readAppendGuard(pool, store.hasDensePositions === true);
  const text = GUARD_TEXTS[guard];
  if (guard === 'off') logger.warn(text);
  else if (text !== null) logger.info(text);
}

/** The job queue and what stands still, for superadmins. The queue's commands accept idempotency keys. */
export function mountJobs(app: FastifyInstance, commands: CommandService, board: QueueBoard, dataDir: string): void {
  void app.register(async (scope) => {
    installCommandKeys(scope, commands);
    const { authenticate } = commands;
    mountCall(scope, authenticate, operationCalls.queues, async () => ({ answer: await board.read() }));
    mountCall(scope, authenticate, operationCalls.retryJob, async ({ params: { jobId } }) => {
      await board.retry(jobId);
      return { answer: { id: jobId } };
    });
    mountCall(scope, authenticate, operationCalls.standingWork, async () => ({
      answer: await standingWork({ pool: commands.pool, dataDir }),
    }));
  });
}
