import { isRead } from '@perktree/contracts/http/reads';

/** Which service answers a request. */
export type Answering = 'commands' | 'queries' | 'ui';

/** Reads that are of accounts, plans, checkouts and queues, which the command service keeps. */
const READS_OF_COMMANDS = /^\/api\/(auth|login|logout|oidc|offline-checkout|admin|webhooks)(\/|$)|^\/api\/me\/plan$/;

/** What changes something goes to a command service, what reads to a query service, and every page to the ui. */
export function serviceOf(method: string, path: string): Answering {
  if (!/^\/api(\/|$)/.test(path)) return 'ui';
  if (!isRead(method, path)) return 'commands';
  return READS_OF_COMMANDS.test(path) ? 'commands' : 'queries';
}
