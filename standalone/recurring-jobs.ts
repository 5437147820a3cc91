import type { Identity } from '@perktree/identity/service';
import type { RecurringJob } from '@perktree/platform/jobs/jobs';

const HOUR_MS = 60 * 60 * 1000;

/** What has to happen again and again in the whole product. */
export function recurringJobs(services: { readonly identity: Identity }): readonly RecurringJob[] {
  return [{ name: 'delete-expired-sessions', everyMs: HOUR_MS, run: () => services.identity.deleteExpired() }];
}
