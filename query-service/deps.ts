import type { Accounts, NoteTexts } from '@perktree/platform/accounts';
import type { Authenticate } from '@perktree/platform/http/session';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';

/** What the query service is given: it reads the views of the read models and asks accounts for names. */
export interface QueryServiceDeps {
  readonly pool: Pool;
  readonly authenticate: Authenticate;
  readonly accounts: Pick<Accounts, 'displayNames' | 'contacts' | 'erasedAmong' | 'openInvitations'> &
    Pick<NoteTexts, 'noteTexts'>;
  /** Origin of the links that QR codes carry, such as `https://perktree.example`. */
  readonly publicUrl: string;
  /** Decides what is expired, mature, or this month. */
  readonly clock: () => Date;
  readonly logger: Pick<FastifyBaseLogger, 'info' | 'warn'>;
}
