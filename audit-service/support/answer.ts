import type { TimelineEvent } from '@perktree/contracts/http/support';
import type { AuditServiceDeps } from '../deps.ts';
import { peopleOf } from './people.ts';
import type { SupportScope } from './scope.ts';
import type { ToldEvent } from './timeline.ts';
import { tell } from './told-event.ts';

type Deps = Pick<AuditServiceDeps, 'pool' | 'accounts'>;

/** Actors that are nobody's account. */
const NO_PERSON = new Set(['visitor', 'system']);

/** Events as they are answered: with names as they are now, and those of QRs as the event has them. */
export async function timelineAnswer(
  { pool, accounts }: Deps,
  scope: SupportScope,
  events: readonly ToldEvent[],
): Promise<readonly TimelineEvent[]> {
  const told = events.map((event) => ({ event, ...tell(event) }));
  const [personOf, notes, siteNames, qrNames] = await Promise.all([
    peopleOf(
      accounts,
      scope,
      told.flatMap(({ event, customerId, distributorId, shares }) =>
        [event.metadata.actor.id, customerId, distributorId, ...shares.map(({ ownerId }) => ownerId)].flatMap(
          (id) => id ?? [],
        ),
      ),
    ),
    accounts.noteTexts(told.flatMap(({ noteId }) => noteId ?? [])),
    namesIn(
      pool,
      'SELECT site_id AS id, name FROM read_models.sites WHERE site_id = ANY($1::uuid[])',
      told.flatMap(({ siteId }) => siteId ?? []),
    ),
    namesIn(
      pool,
      'SELECT qr_id AS id, name FROM read_models.qrs WHERE qr_id = ANY($1::uuid[])',
      told.flatMap(({ qrId }) => qrId ?? []),
    ),
  ]);
  return told.map(({ event, siteId, qrId, qrName, customerId, distributorId, shares, noteId, ...rest }) => {
    const { actor, commandName, recordedAt } = event.metadata;
    return {
      ...{ eventId: event.eventId, type: event.fact.type, position: event.position.toString(), at: recordedAt },
      actor: { role: actor.role, person: NO_PERSON.has(actor.role) ? null : personOf(actor.id) },
      command: commandName,
      site: siteId === null ? null : { id: siteId, name: siteNames.get(siteId) ?? '' },
      qr: qrId === null ? null : { id: qrId, name: qrName ?? qrNames.get(qrId) ?? '' },
      ...rest,
      reason: noteId === null ? rest.reason : (notes.get(noteId) ?? null),
      customer: customerId === null ? null : personOf(customerId),
      distributor: distributorId === null ? null : personOf(distributorId),
      entries: shares.map(({ entryId, ownerId, amount, ...share }) => ({
        ...{ id: entryId, qrId: share.qrId, owner: personOf(ownerId), amount },
      })),
    };
  });
}

async function namesIn(pool: Deps['pool'], sql: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await pool.query<{ id: string; name: string }>(sql, [[...new Set(ids)]]);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
