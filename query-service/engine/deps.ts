import type { Accounts, NoteTexts } from '@perktree/contracts/account/account-store';
import type { Pictures } from '@perktree/contracts/brand/pictures';
import type { Authenticate } from '@perktree/platform/http/session';
import type { Timers } from '@perktree/platform/time/timers';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';

/** Dependencies of the query service: the views of the read models, and names of accounts. */
export interface QueryServiceDeps {
  readonly pool: Pool;
  readonly authenticate: Authenticate;
  readonly accounts: Pick<
    Accounts,
    | ('displayNames' | 'contacts' | 'erasedAmong' | 'openInvitations' | 'invitations' | 'countOpenInvitations')
    | 'notificationsReadUntil'
  > &
    Pick<NoteTexts, 'noteTexts' | 'keptAfterErasure'>;
  readonly pictures: Pictures;
  /** Position of the newest event, by a read that sees every acknowledged append. */
  readonly head: () => Promise<bigint>;
  /** Origin of the links that QR codes carry, such as `https://perktree.example`. */
  readonly publicUrl: string;
  /** Beside the brands on labels. Default: PerkTree. */
  readonly productName?: string;
  /** The time that decides expiry, maturity and the current month. */
  readonly clock: () => Date;
  readonly logger: Pick<FastifyBaseLogger, 'info' | 'warn'>;
  readonly timers?: Timers;
}
