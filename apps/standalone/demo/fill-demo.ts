import { createOfflineProvider } from '@perktree/command-service/payments/offline/offline-provider';
import type { Accounts, NoteTexts } from '@perktree/contracts/account/account-store';
import { migrateEvents } from '@perktree/event-store/migrate-events/migrate-events';
import type { AppendInOrder } from '@perktree/event-store/migrate-events/ordered-target';
import type { EventStore } from '@perktree/event-store/port';
import { importAccounts } from '@perktree/identity/import-accounts';
import type { Session } from '@perktree/platform/http/session';
import { systemTimers } from '@perktree/platform/time/timers';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { closeLastMonth, fillDemoBusiness, openToday, registerCast } from './demo-business.ts';
import { inventPast } from './past.ts';
import type { Person } from './person.ts';
import { openSandbox, type Sandbox } from './sandbox.ts';

/** The running product that a demo is written to. */
export interface DemoTarget {
  readonly app: FastifyInstance;
  readonly pool: Pool;
  readonly store: EventStore;
  readonly accounts: Accounts & NoteTexts;
  readonly publicUrl: string;
  readonly logger: FastifyBaseLogger;
  /** Appends in bulk. Default: one append after the other. */
  readonly appendInOrder?: AppendInOrder;
  grantSuperadmin(email: string): Promise<void>;
}

/** Months of history that `--demo` writes. */
export const DEMO_MONTHS = 6;
const SEED = 20;

/** Fills an empty store with the demo business: some months of history, and today. @param months 0 for today only */
export async function fillDemo(target: DemoTarget, months = DEMO_MONTHS): Promise<void> {
  const { app } = target;
  if (months === 0) return fillDemoBusiness(app, target.grantSuperadmin);
  const cast = await registerCast(app, target.grantSuperadmin);
  const past = await inSandboxOf(target, 'the past of the demo business is stored', async (sandbox) => {
    const sessions = {
      owner: await sessionOfPerson(cast.owner),
      distributor: await sessionOfPerson(cast.distributor),
      partner: await sessionOfPerson(cast.partner),
      staff: await sessionOfPerson(cast.staff),
      staffEmail: cast.staff.email,
    };
    const invented = await inventPast(sandbox, sessions, { now: new Date(systemTimers.now()), months, seed: SEED });
    await importAccounts(target.pool, invented.accounts);
    return invented;
  });
  for (const person of Object.values(cast)) person.waitFor(await target.store.head());
  await openToday(app, cast, past.cafe);
  await closeLastMonth(cast.owner, past.cafe.siteId, new Date(systemTimers.now()));
}

/** Invents a past in a sandbox, then copies its events to the product. @param message logged with their number */
export async function inSandboxOf<Past>(
  target: DemoTarget,
  message: string,
  invent: (sandbox: Sandbox) => Promise<Past>,
): Promise<Past> {
  const { store, appendInOrder, logger } = target;
  const sandbox = await openSandbox({ ...target, payments: createOfflineProvider(target) });
  try {
    const past = await invent(sandbox);
    const { events } = await migrateEvents({ from: sandbox.store, to: store, ...(appendInOrder && { appendInOrder }) });
    logger.info({ events }, message);
    return past;
  } finally {
    await sandbox.close();
  }
}

export async function sessionOfPerson(person: Person): Promise<Session> {
  const { id: userId } = await person.call<{ id: string }>('GET', '/api/auth/user');
  const roles = await person.call<Pick<Session, 'role' | 'allRoles' | 'tenantId'>>('GET', '/api/auth/user-role');
  return { sessionId: userId, userId, ...roles };
}
