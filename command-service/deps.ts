import type { AccountPictures, Accounts, NoteTexts } from '@perktree/contracts/account/account-store';
import type { EventStore } from '@perktree/event-store/port';
import type { AnswerSealing } from '@perktree/platform/http/idempotency/install';
import type { Authenticate } from '@perktree/platform/http/session';
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import type { CommandHandler } from './engine/command-handler.ts';
import type { Lookups } from './http/lookups/port.ts';
import type { OnCommand } from './http/outcomes/measured-handler.ts';
import type { PaymentProvider } from './payments/port.ts';
import type { PayoutLimits } from './payout/decisions/funding-limits.ts';
import type { Quotas } from './subscription/quotas.ts';

export interface CommandServiceOptions {
  readonly store: EventStore;
  /** The Postgres that holds the read models and the idempotency keys. */
  readonly pool: Pool;
  readonly authenticate: Authenticate;
  /**
   * A keyed hash of the client's network. Visitors' idempotency keys belong to it, and redemptions are flagged by it.
   * Default: visitors have no idempotency keys, and redemptions are not flagged.
   */
  readonly networkIdOf?: (request: FastifyRequest) => string;
  /**
   * The id that recognises a returning browser.
   * @param userId the signed-in account; null: none
   * @throws Refused TOO_MANY_REQUESTS if `userId` is null
   */
  readonly visitorIdOf: (request: FastifyRequest, reply: FastifyReply, userId: string | null) => Promise<string>;
  readonly accounts: Accounts & NoteTexts;
  /** Encrypts answers that are kept for an `Idempotency-Key`. */
  readonly answerSealing: AnswerSealing;
  /** Whether a business has uploaded a picture. Default: it has not. */
  readonly ownsPicture?: AccountPictures['ownsPicture'];
  /** Base of links to the product, without a trailing slash. */
  readonly publicUrl: string;
  readonly payments: PaymentProvider;
  /** Default: DEFAULT_PAYOUT_LIMITS. */
  readonly payoutLimits?: PayoutLimits;
  /** Years that evidence of payments is kept; null or left out: those of the site's country. */
  readonly evidenceYears?: number | null;
  /** Whether the previous release has to read each event of a type that it knows. Default: false. */
  readonly keepsWayBack?: boolean;
  readonly clock: () => Date;
  readonly logger: FastifyBaseLogger;
  /** Called after every command. */
  readonly onCommand?: OnCommand;
  /** Called when the event store has lost events that this process has seen. */
  readonly onRegression?: () => void;
}

export interface CommandServiceDeps extends CommandServiceOptions {
  readonly handler: CommandHandler;
  readonly quotas: Quotas;
  readonly lookups: Lookups;
}
