import type { EventStore } from '@perktree/event-store/port';
import type { Accounts, NoteTexts, Pictures } from '@perktree/platform/accounts';
import type { Authenticate } from '@perktree/platform/http/session';
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import type { CommandHandler } from '../engine/command-handler.ts';
import type { PaymentProvider } from '../payments/port.ts';
import type { Lookups } from './lookups/port.ts';
import type { OnCommand } from './outcomes/measured-handler.ts';
import type { Quotas } from './subscription/quotas.ts';

/** Dependencies of the command service. */
export interface CommandServiceOptions {
  readonly store: EventStore;
  /** The Postgres that holds the read models and the idempotency keys. */
  readonly pool: Pool;
  readonly authenticate: Authenticate;
  /**
   * A keyed hash of the network that a request comes from, to keep idempotency keys of visitors by and to flag redemptions.
   * Left out: neither is done.
   */
  readonly networkIdOf?: (request: FastifyRequest) => string;
  /**
   * The id by which a browser is known to come again. `userId`: the account that is signed in.
   * @throws Refused TOO_MANY_REQUESTS where `userId` is null
   */
  readonly visitorIdOf: (request: FastifyRequest, reply: FastifyReply, userId: string | null) => Promise<string>;
  readonly accounts: Accounts & NoteTexts;
  /** Whether a business has uploaded a picture. Left out: none has. */
  readonly ownsPicture?: Pictures['ownsPicture'];
  /** Where people reach the product, without a slash at the end: links are made from it. */
  readonly publicUrl: string;
  readonly payments: PaymentProvider;
  readonly clock: () => Date;
  readonly logger: FastifyBaseLogger;
  /** Called after every command. */
  readonly onCommand?: OnCommand;
  /** Called when the event store has lost events that this process has seen. */
  readonly onRegression?: () => void;
}

/** What the routes of every part work with. */
export interface CommandServiceDeps extends CommandServiceOptions {
  readonly handler: CommandHandler;
  readonly quotas: Quotas;
  readonly lookups: Lookups;
}
