import { signChainJob } from '@perktree/audit-service/chain/sign-chain-job';
import type { SigningKey } from '@perktree/audit-service/chain/signing-key';
import { pushHeadsJob } from '@perktree/audit-service/heads/push-heads-job';
import type { CommandService } from '@perktree/command-service/service';
import { endViewsJob } from '@perktree/command-service/support/end-views-job';
import { HOUR_MS } from '@perktree/contracts/kernel/durations';
import type { Identity } from '@perktree/identity/service';
import { weeklyDigestsJob } from '@perktree/mail-service/weekly-digest';
import { deleteExpiredFiles } from '@perktree/platform/files/file-store';
import type { RecurringJob } from '@perktree/platform/jobs/jobs';
import { digestFigures } from '@perktree/query-service/dashboard/digest-figures';
import { deleteOldDeliveriesJob } from '@perktree/webhook-service/service';

export function recurringJobs(services: {
  readonly identity: Pick<Identity, 'deleteExpired' | 'views' | 'weeklyDigests'>;
  readonly commands: Pick<CommandService, 'jobs' | 'handler' | 'store' | 'pool' | 'clock' | 'logger'>;
  /** Signs heads of the chain of events. Null if an operator signs them. */
  readonly signingKey: SigningKey | null;
  /** Receives the number of events whose clock was behind the effective time (contracts/kernel/durations.ts). */
  readonly onBehind: (events: number) => void;
  readonly hasMail: boolean;
  /** To whom the signed head of each day goes. */
  readonly receivers: Parameters<typeof pushHeadsJob>[0]['receivers'];
}): readonly RecurringJob[] {
  const { identity, commands, signingKey: key, hasMail, receivers, onBehind } = services;
  const { store, pool, clock, logger } = commands;
  return [
    ...commands.jobs,
    { name: 'delete-expired-sessions', everyMs: HOUR_MS, run: () => identity.deleteExpired() },
    { name: 'delete-expired-files', everyMs: HOUR_MS, run: () => deleteExpiredFiles(pool) },
    deleteOldDeliveriesJob(pool),
    endViewsJob({ ...commands, views: identity.views }),
    ...(hasMail ? [digestsJob(identity.weeklyDigests, commands)] : []),
    pushHeadsJob({ pool, receivers, logger, clock }),
    ...(key ? [signChainJob({ store, pool, key, clock, onBehind })] : []),
  ];
}

/** Queues weekly digests with figures from the read models. */
export const digestsJob = (
  digests: Identity['weeklyDigests'],
  { pool, clock }: Pick<CommandService, 'pool' | 'clock'>,
): RecurringJob =>
  weeklyDigestsJob({ digests, clock, figuresOf: (reader, week, now) => digestFigures(pool, reader, week, now) });
