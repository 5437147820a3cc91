import { signChainJob } from '@perktree/audit-service/chain/sign-chain-job';
import type { SigningKey } from '@perktree/audit-service/chain/signing-key';
import type { CommandService } from '@perktree/command-service/service';
import { endViewsJob } from '@perktree/command-service/view-as/end-views-job';
import { HOUR_MS } from '@perktree/contracts/durations';
import type { Identity } from '@perktree/identity/service';
import type { RecurringJob } from '@perktree/platform/jobs/jobs';

/** What has to happen again and again in the whole product. */
export function recurringJobs(services: {
  readonly identity: Pick<Identity, 'deleteExpired' | 'views'>;
  readonly commands: Pick<CommandService, 'jobs' | 'handler' | 'store' | 'pool' | 'clock'>;
  /** Signs heads of the chain of events. Null: an operator does it by hand. */
  readonly signingKey: SigningKey | null;
}): readonly RecurringJob[] {
  const { identity, commands, signingKey: key } = services;
  const { store, pool, clock } = commands;
  return [
    ...commands.jobs,
    { name: 'delete-expired-sessions', everyMs: HOUR_MS, run: () => identity.deleteExpired() },
    endViewsJob({ ...commands, views: identity.views }),
    ...(key ? [signChainJob({ store, pool, key, clock })] : []),
  ];
}
