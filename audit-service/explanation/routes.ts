import { auditCalls, type ExplanationAnswer } from '@perktree/contracts/audit/calls';
import type { RecordedEvent } from '@perktree/contracts/catalogue/events';
import { normalizePercent } from '@perktree/contracts/kernel/percent';
import { Refused } from '@perktree/contracts/kernel/refusals';
import { mountCall } from '@perktree/platform/http/mount-call';
import { readsTenant, type Session } from '@perktree/platform/http/session';
import type { FastifyInstance } from 'fastify';
import { calculationOf } from '../commission/calculations.ts';
import type { AuditServiceDeps } from '../deps.ts';
import { isOf, type RedemptionHistoryEvent } from '../stream-history.ts';
import { foldTree } from '../tree-fold.ts';
import { type EntryRow, entryAnswerOf, findEntry } from './entry-row.ts';
import { type Explained, explain } from './explain.ts';
import { followedBy } from './followed.ts';
import { type People, peopleFor } from './people.ts';

/** All people that an explanation may name. */
function peopleIn({ row, event, history }: Explained): readonly string[] {
  const owners = history.redeemed?.fact.data.path.flatMap(({ ownerId }) => ownerId ?? []) ?? [];
  return [...new Set([row.distributor_id, ...owners, ...(event ? [event.metadata.actor.id] : [])])];
}

function explanationAnswerOf(explained: Explained, people: People, siteTimeZone: string): ExplanationAnswer {
  const { row, event, history, texts, differences } = explained;
  return {
    entry: {
      ...entryAnswerOf(row, row.awaiting_minor ?? row.amount_minor),
      siteTimeZone,
      owner: people.person(row.distributor_id),
      awaitingUntil: row.awaiting_until,
    },
    event: event && eventAnswer(event, people),
    commission: history.redeemed && commissionAnswer(history.redeemed, history, people),
    reversal: event && isOf(event, 'RedemptionReversed') ? reversalAnswer(event, people, texts) : null,
    followed: [...followedBy(explained, people.all)],
    recomputed: { same: differences.length === 0, differences: differences.map(people.describe) },
  };
}

function eventAnswer({ eventId, fact, stream, revision, position, metadata }: RedemptionHistoryEvent, people: People) {
  const { actor, commandId, commandName, recordedAt } = metadata;
  return {
    eventId,
    type: fact.type,
    stream,
    revision,
    recordedAt,
    position: position.toString(),
    actor: { role: actor.role, person: people.person(actor.id) },
    command: { id: commandId, name: commandName },
  };
}

function commissionAnswer(
  { fact }: RecordedEvent<'BenefitRedeemed'>,
  { confirmed, tree: treeEvents }: Pick<Explained['history'], 'confirmed' | 'tree'>,
  people: People,
): NonNullable<ExplanationAnswer['commission']> {
  const { ruleVersion, currency, treeRevision, path, awaitsConfirmation } = fact.data;
  const { saleAmount, saleAmountSource, shares } = confirmed?.fact.data ?? { ...fact.data, ...awaitsConfirmation };
  const computed = calculationOf(ruleVersion).compute(path, saleAmount, currency, fact.data.ruleSettings);
  const tree = foldTree(treeEvents.slice(0, treeRevision + 1));
  const entryIds = new Map(shares.map(({ qrId, entryId }) => [qrId, entryId]));
  return {
    ruleVersion,
    saleAmount,
    saleAmountSource,
    currency,
    treeRevision,
    path: path.map(({ qrId, ownerId, percent }) => {
      const owner = people.person(ownerId);
      const name = people.all || owner !== null ? (tree.get(qrId)?.terms.name ?? null) : null;
      return { qrId, name, percent: normalizePercent(percent), isClaimed: ownerId !== null, owner };
    }),
    pool: computed.pool,
    shares: computed.shares.map(({ ownerId, ...share }) => ({
      ...share,
      entryId: entryIds.get(share.qrId) ?? null,
      owner: people.person(ownerId),
    })),
  };
}

function reversalAnswer({ fact }: RecordedEvent<'RedemptionReversed'>, people: People, texts: Explained['texts']) {
  const { amount, whole, noteId } = fact.data;
  return { amount, whole, reason: people.all ? (texts.get(noteId ?? '') ?? null) : null };
}

export function mountExplanation(app: FastifyInstance, deps: AuditServiceDeps): void {
  const { pool, authenticate, accounts } = deps;

  mountCall(app, authenticate, auditCalls.explainEntry, async ({ params, session }) => {
    const row = await findEntry(pool, params.entryId);
    if (row === null || !mayRead(session, row)) throw new Refused('LEDGER_ENTRY_NOT_FOUND');
    const explained = await explain(deps, row);
    const names = await accounts.displayNames(peopleIn(explained));
    const viewer = { userId: session.userId, seesAll: readsTenant(session, row.tenant_id) };
    return { answer: explanationAnswerOf(explained, peopleFor(viewer, names), row.site_time_zone) };
  });
}

function mayRead(session: Session, row: EntryRow): boolean {
  if (readsTenant(session, row.tenant_id)) return true;
  return session.allRoles.includes('distributor') && row.distributor_id === session.userId;
}
