import type { Accounts } from '@perktree/contracts/account/account-store';
import type { OwnRecords } from '@perktree/contracts/account/data-calls';
import { ANSWER_DAYS, dataRequestCalls } from '@perktree/contracts/account/data-request-calls';
import type { CallBody } from '@perktree/contracts/kernel/call';
import { DAY_MS } from '@perktree/contracts/kernel/durations';
import { Refused } from '@perktree/contracts/kernel/refusals';
import { invalidField } from '@perktree/contracts/kernel/validation-issues';
import { mountCall } from '@perktree/platform/http/mount-call';
import type { Session } from '@perktree/platform/http/session';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { accountDataOf } from './account-data.ts';
import type { ErasureServices } from './account-data-routes.ts';
import type { AccountOperations } from './account-operations.ts';
import { changeName, findProfile } from './account-store.ts';
import {
  type EnteredRequest,
  endDataRequest,
  enterDataRequest,
  openDataRequest,
  shownDataRequests,
} from './data-requests.ts';
import { displayName } from './display-name.ts';
import type { Erase } from './erasure.ts';
import type { IdentityParts } from './parts.ts';
import { heldRoles } from './roles.ts';
import type { OnNamed } from './routes.ts';

export interface DataRequestServices extends ErasureServices {
  /** Whether something of the person is recorded at the sites of a business. */
  isKnownAt(tenantId: string, userId: string): Promise<boolean>;
  /** The records about a person; of a business those at its sites. */
  recordsAbout(userId: string, tenantId: string | null): Promise<OwnRecords>;
  readonly onNamed: OnNamed;
}

/** Requests of persons about their data, which an owner enters and the operator carries out. */
export function mountDataRequestCalls(
  app: FastifyInstance,
  services: DataRequestServices &
    Pick<IdentityParts, 'pool' | 'authenticate' | 'clock' | 'names'> & {
      readonly accounts: Pick<Accounts, 'displayNames'>;
      readonly operations: Pick<AccountOperations, 'lockAccount' | 'unlockAccount'>;
      readonly erase: Erase;
    },
): void {
  const { pool, authenticate, clock, accounts, names, operations, erase } = services;

  mountCall(app, authenticate, dataRequestCalls.dataRequests, async ({ session }) => {
    const requests = await shownDataRequests(pool, tenantOf(session));
    const shown = await accounts.displayNames(
      requests.flatMap(({ accountId, enteredBy }) => [accountId, ...(enteredBy === null ? [] : [enteredBy])]),
    );
    const nameOf = (id: string) => shown.get(id) ?? '';
    return {
      answer: requests.map(({ requestId: id, accountId, tenantId: _, enteredBy, at, decidedAt, ...request }) => ({
        id,
        ...request,
        at: at.toISOString(),
        decidedAt: decidedAt?.toISOString() ?? null,
        person: { id: accountId, name: nameOf(accountId) },
        enteredBy: enteredBy === null ? null : nameOf(enteredBy),
        dueAt: new Date(at.getTime() + ANSWER_DAYS * DAY_MS).toISOString(),
      })),
    };
  });

  mountCall(app, authenticate, dataRequestCalls.askDataRequest, async ({ body, session, request }) => {
    const { personId, kind, askedBy, reason } = body;
    const tenantId = tenantOf(session);
    const isKnown = tenantId === null || (await services.isKnownAt(tenantId, personId));
    if (!isKnown || (await findProfile(pool, personId)) === null) throw new Refused('NOT_FOUND');
    const entered: EnteredRequest = {
      at: clock(),
      accountId: personId,
      kind,
      askedBy,
      tenantId,
      reason,
      ...rightName(body),
      enteredBy: session.userId,
    };
    const file = kind === 'export' ? await exported(personId, tenantId) : null;
    const isNow = kind === 'export' || tenantId === null;
    if (isNow && kind !== 'export') await assertNoSuperadmin(personId);
    const id = await enterDataRequest(pool, entered);
    if (isNow) await carryOut(id, entered, session, request);
    return { answer: { id, state: isNow ? ('done' as const) : ('open' as const), file } };
  });

  mountCall(app, authenticate, dataRequestCalls.decideDataRequest, async ({ params, body, session, request }) => {
    const { requestId } = params;
    const open = await openDataRequest(pool, requestId);
    if (open === null) throw new Refused('NOT_FOUND');
    const { decision } = body;
    if (decision === 'done') {
      await assertNoSuperadmin(open.accountId);
      await carryOut(requestId, open, session, request);
    } else await endDataRequest(pool, { requestId, state: 'refused', doneBy: session.userId, at: clock() });
    return { answer: { id: requestId, state: decision } };
  });

  async function exported(personId: string, tenantId: string | null) {
    const [shown, records, account] = await Promise.all([
      accounts.displayNames([personId]),
      services.recordsAbout(personId, tenantId),
      tenantId === null ? accountDataOf(pool, { userId: personId, sessionId: '' }) : null,
    ]);
    const person = { id: personId, name: shown.get(personId) ?? '' };
    return { exportedAt: clock().toISOString(), person, account, records };
  }

  /** Only the operator's command line acts on superadmins. */
  async function assertNoSuperadmin(userId: string): Promise<void> {
    if ((await heldRoles(pool, userId, clock())).includes('superadmin')) throw new Refused('NOT_ALLOWED');
  }

  /** Idempotent: after an interruption the request is still open. */
  async function carryOut(
    requestId: string,
    fields: Pick<EnteredRequest, 'accountId' | 'kind' | 'firstName' | 'lastName'>,
    session: Session,
    request: FastifyRequest,
  ): Promise<void> {
    const { accountId: userId, kind, firstName, lastName } = fields;
    const profile = await findProfile(pool, userId);
    if (profile === null) throw new Refused('NOT_FOUND');
    if (kind === 'correction') {
      const name = { firstName: firstName ?? profile.firstName, lastName: lastName ?? profile.lastName };
      await services.onNamed({ userId, session, request, name: displayName(name) });
      await changeName(pool, userId, name);
      names.forgetAll();
    }
    if (kind === 'restriction') await operations.lockAccount(profile.email);
    if (kind === 'end_of_restriction') await operations.unlockAccount(profile.email);
    if (kind === 'erasure') {
      const { stopSites, forget } = services;
      await erase(
        { userId, closeBusiness: false, proof: null },
        { stopSites: (tenantId) => stopSites({ tenantId, session, request }), forget },
      );
    }
    await endDataRequest(pool, { requestId, state: 'done', doneBy: session.userId, at: clock() });
  }
}

/** The business whose owner calls; null: the operator. */
function tenantOf({ allRoles, tenantId }: Session): string | null {
  if (allRoles.includes('superadmin')) return null;
  if (tenantId === null) throw new Refused('NOT_ALLOWED');
  return tenantId;
}

/** The name that a correction gives. @throws Refused VALIDATION_FAILED without one */
function rightName({ kind, firstName, lastName }: CallBody<typeof dataRequestCalls.askDataRequest>) {
  if (kind !== 'correction') return { firstName: null, lastName: null };
  if (!firstName && !lastName) throw invalidField('firstName', 'REQUIRED');
  return { firstName: firstName || null, lastName: lastName || null };
}
