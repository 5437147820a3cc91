import { decodeEvent } from '@perktree/contracts/catalogue/codec';
import { streams } from '@perktree/contracts/catalogue/streams';
import { DELETED_USER, searchedName } from '@perktree/contracts/kernel/person-name';
import type { TermChange } from '@perktree/contracts/qr/term-calls';
import { searchedText } from '@perktree/platform/postgres/searched-text';
import type { AuditServiceDeps } from '../deps.ts';
import { inLanes } from '../in-lanes.ts';
import { ownSite } from '../own-site.ts';
import { siteHistory, treeHistory } from '../stream-history.ts';
import { decidesMoney, type SetTerm, termsOfSite, termsOfTree } from './terms.ts';

interface Wanted {
  readonly show?: 'terms' | undefined;
  readonly sort?: 'newest' | 'oldest' | undefined;
  readonly q?: string | undefined;
}

/** The terms of a site that the caller may read, before and after each change, in the wanted order. @throws Refused SITE_NOT_FOUND */
export async function listTerms(
  deps: Pick<AuditServiceDeps, 'pool' | 'store' | 'accounts'>,
  siteId: string,
  session: Parameters<typeof ownSite>[2],
  { show, sort = 'newest', q = '' }: Wanted,
): Promise<readonly TermChange[]> {
  const { currency } = await ownSite(deps, siteId, session);
  const { rows } = await deps.pool.query<{ qr_id: string }>(
    'SELECT qr_id FROM read_models.qrs WHERE site_id = $1 AND depth = 0',
    [siteId],
  );
  const trees = await inLanes(rows, async ({ qr_id }) => termsOfTree(await treeHistory(deps.store, qr_id), currency));
  const approvals = (await deps.store.readStream(streams.approvals(siteId))).map(decodeEvent);
  const ofSite = termsOfSite([...(await siteHistory(deps.store, siteId)), ...approvals]);
  const set = [...ofSite, ...trees.flat()].filter(({ term }) => show === undefined || decidesMoney(term));
  // Stable: terms of one event keep their order.
  set.sort((a, b) => (a.event.position < b.event.position ? -1 : a.event.position > b.event.position ? 1 : 0));
  const changes = await described(deps, set);
  const words = searchedText(q).split(/\s+/).filter(Boolean);
  const found = words.length === 0 ? changes : changes.filter((change) => matches(change, words));
  return sort === 'oldest' ? found : found.toReversed();
}

async function described(
  { accounts }: Pick<AuditServiceDeps, 'accounts'>,
  set: readonly SetTerm[],
): Promise<readonly TermChange[]> {
  const ids = set.flatMap(({ event, isPerson, before, after }) => [
    event.metadata.actor.id,
    ...(isPerson ? [before, after].flatMap((id) => id ?? []) : []),
  ]);
  const [names, texts] = await Promise.all([
    accounts.displayNames([...new Set(ids)]),
    accounts.noteTexts(set.flatMap(({ noteId }) => noteId ?? [])),
  ]);
  const person = (id: string | null) => (id === null ? null : `${names.get(id) ?? DELETED_USER} (${id})`);
  return set.map(({ event, qr, term, before, after, isPerson, noteId }) => {
    const { eventId, position, metadata, fact } = event;
    const { actor, commandName, recordedAt } = metadata;
    const name = names.get(actor.id);
    return {
      ...{ id: [eventId, qr?.id ?? 'site', term].join(' '), eventId, position: position.toString(), at: recordedAt },
      ...{ event: fact.type, command: commandName, qr, term, decidesMoney: decidesMoney(term) },
      actor: { role: actor.role, person: name === undefined ? null : { id: actor.id, name } },
      before: isPerson ? person(before) : before,
      after: isPerson ? person(after) : after,
      reason: texts.get(noteId ?? '') ?? null,
    };
  });
}

function matches({ qr, term, before, after, actor, reason, command }: TermChange, words: readonly string[]): boolean {
  const person = actor.person === null ? null : searchedName(actor.person.name);
  const text = searchedText([qr?.name, qr?.id, term, before, after, person, reason, command].join('\n'));
  return words.every((word) => text.includes(word));
}
