import type { CommandService } from '@perktree/command-service/service';
import type { Identity } from '@perktree/identity/service';
import type { RecurringJob } from '@perktree/platform/jobs/jobs';

const HOUR_MS = 60 * 60 * 1000;

/** What has to happen again and again in the whole product. */
export function recurringJobs(services: {
  readonly identity: Pick<Identity, 'deleteExpired'>;
  readonly commands: Pick<CommandService, 'jobs'>;
}): readonly RecurringJob[] {
  const { identity, commands } = services;
  return [...commands.jobs, { name: 'delete-expired-sessions', everyMs: HOUR_MS, run: () => identity.deleteExpired() }];
}
