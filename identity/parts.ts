import type { Authenticate } from '@perktree/platform/http/session';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import type { AttemptLimits } from './attempt-limits.ts';
import type { Budgets, PlanOf } from './budgets.ts';
import type { MailQueue } from './mail/queue.ts';
import type { NameCache } from './name-cache.ts';
import type { Passwords } from './passwords.ts';
import type { CodeBackoff } from './second-factor/code-backoff.ts';
import type { CodeCheck } from './second-factor/code-check.ts';
import type { SessionCookie } from './session-cookie.ts';
import type { SessionStore } from './session-store.ts';
import type { RefuseWeakPassword } from './weak-passwords/refuse-weak.ts';

/** What the functions of this service are made of (service.ts); each names those that it takes. */
export interface IdentityParts {
  readonly pool: Pool;
  readonly clock: () => Date;
  readonly planOf: PlanOf;
  readonly logger: Pick<FastifyBaseLogger, 'info' | 'warn'>;
  readonly mails: MailQueue;
  readonly cookie: SessionCookie;
  readonly sessions: SessionStore;
  readonly budgets: Budgets;
  readonly passwords: Passwords;
  readonly limits: AttemptLimits;
  readonly refuseWeakPassword: RefuseWeakPassword;
  readonly codes: CodeCheck;
  readonly codeBackoff: CodeBackoff;
  readonly names: NameCache;
  readonly authenticate: Authenticate;
}
