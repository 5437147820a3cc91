import { auditCalls } from '@perktree/contracts/audit/calls';
import { Refused } from '@perktree/contracts/kernel/refusals';
import { mountCall } from '@perktree/platform/http/mount-call';
import { readsTenant, type Session } from '@perktree/platform/http/session';
import type { FastifyInstance } from 'fastify';
import type { AuditServiceDeps } from '../deps.ts';
import { explanationAnswerOf, peopleIn } from './answer.ts';
import { type EntryRow, findEntry } from './entry-row.ts';
import { explain } from './explain.ts';
import { peopleFor } from './people.ts';

export function mountExplanation(app: FastifyInstance, deps: AuditServiceDeps): void {
  const { pool, authenticate, accounts } = deps;

  mountCall(app, authenticate, auditCalls.explainEntry, async ({ params, session }) => {
    const row = await findEntry(pool, params.entryId);
    if (row === null || !mayRead(session, row)) throw new Refused('LEDGER_ENTRY_NOT_FOUND');
    const explained = await explain(deps, row);
    const names = await accounts.displayNames(peopleIn(explained));
    const viewer = { userId: session.userId, seesAll: readsTenant(session, row.tenant_id) };
    return { answer: explanationAnswerOf(explained, peopleFor(viewer, names)) };
  });
}

function mayRead(session: Session, row: EntryRow): boolean {
  if (readsTenant(session, row.tenant_id)) return true;
  return session.allRoles.includes('distributor') && row.distributor_id === session.userId;
}
