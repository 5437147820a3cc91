import { decodeEvent } from '@perktree/contracts/catalogue/codec';
import { streams } from '@perktree/contracts/catalogue/events';
import { DEFAULT_PAGE_SIZE, HEADERS } from '@perktree/contracts/kernel/call';
import { csvColumns, ORDER_WORDS } from '@perktree/contracts/kernel/csv-columns';
import { DELETED_USER, personName, searchedName } from '@perktree/contracts/kernel/person-name';
import { timeIn } from '@perktree/contracts/kernel/time-zone';
import { type TermChange, termCalls } from '@perktree/contracts/qr/term-calls';
import { encodeCursor, parseCursor } from '@perktree/platform/cursor';
import { listFileOf } from '@perktree/platform/http/list-file';
import { mountCall } from '@perktree/platform/http/mount-call';
import { searchedText } from '@perktree/platform/postgres/searched-text';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { AuditServiceDeps } from '../deps.ts';
import { inLanes } from '../in-lanes.ts';
import { ownedSite } from '../own-site.ts';
import { rowsFile } from '../rows-file.ts';
import { siteHistory, treeHistory } from '../stream-history.ts';
import { rootsOf } from '../tree-as-of/site-as-of.ts';
import { decidesMoney, type SetTerm, termsOfSite, termsOfTree } from './terms.ts';

/** The terms of a site that the caller may read, before and after each change, in the wanted order. @throws Refused SITE_NOT_FOUND */
async function listTerms(
  deps: Pick<AuditServiceDeps, 'pool' | 'store' | 'accounts'>,
  siteId: string,
  session: Parameters<typeof ownedSite>[2],
  { show, sort = 'newest', q = '' }: z.infer<typeof termCalls.siteTerms.query>,
): Promise<readonly TermChange[]> {
  const { currency } = await ownedSite(deps, siteId, session);
  const roots = await rootsOf(deps, siteId);
  const trees = await inLanes(roots, async (root) => termsOfTree(await treeHistory(deps.store, root), currency));
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
    ...(isPerson ? [before, after].flatMap((ids) => ids?.split(' ') ?? []) : []),
  ]);
  const [names, texts] = await Promise.all([
    accounts.displayNames([...new Set(ids)]),
    accounts.noteTexts(set.flatMap(({ noteId }) => noteId ?? [])),
  ]);
  const person = (id: string) => `${names.get(id) ?? DELETED_USER} (${id})`;
  const people = (ids: string | null) => ids?.split(' ').map(person).join(', ') ?? null;
  return set.map(({ event, qr, term, before, after, benefitTerms, isPerson, noteId }) => {
    const { eventId, position, metadata, fact } = event;
    const { actor, commandName, recordedAt } = metadata;
    const name = names.get(actor.id);
    return {
      id: [eventId, qr?.id ?? 'site', term].join(' '),
      eventId,
      position: position.toString(),
      at: recordedAt,
      event: fact.type,
      command: commandName,
      qr,
      term,
      decidesMoney: decidesMoney(term),
      actor: { role: actor.role, person: name === undefined ? null : { id: actor.id, name } },
      before: isPerson ? people(before) : before,
      after: isPerson ? people(after) : after,
      ...(benefitTerms && { benefitTerms }),
      reason: texts.get(noteId ?? '') ?? null,
    };
  });
}

function matches({ qr, term, before, after, actor, reason, command }: TermChange, words: readonly string[]): boolean {
  const person = actor.person === null ? null : searchedName(actor.person.name);
  const text = searchedText([qr?.name, qr?.id, term, before, after, person, reason, command].join('\n'));
  return words.every((word) => text.includes(word));
}

/** The id of the last change of the page before. */
const cursorSchema = z.tuple([z.string().max(200)]);

/** Who changed which term of a site, and from what to what. */
export function mountTerms(app: FastifyInstance, deps: AuditServiceDeps): void {
  mountCall(app, deps.authenticate, termCalls.siteTerms, async ({ params, query, session, request, reply }) => {
    const { siteId } = params;
    const position = await deps.store.head();
    const changes = await listTerms(deps, siteId, session, query);
    reply.header('Vary', 'Accept, Accept-Language');
    if (listFileOf(request)) {
      const { name, timeZone } = await ownedSite(deps, siteId, session);
      return rowsFile(deps, { request, reply, session }, changes, {
        columns: termColumns(siteId, timeZone),
        title: ['Terms', 'Condiciones'],
        sites: [{ id: siteId, name }],
        timeZone,
        currencies: [],
        filter: [
          [['Search', 'Búsqueda'], query.q],
          [['Show', 'Mostrar'], query.show && ['Terms that decide money', 'Condiciones que deciden dinero']],
          [['Order', 'Orden'], query.sort && ORDER_WORDS[query.sort]],
        ],
        position: `${position}`,
        result: [`${changes.length} changes`, `${changes.length} cambios`],
      });
    }
    const [after] = parseCursor(query, cursorSchema) ?? [];
    const start = after === undefined ? 0 : changes.findIndex(({ id }) => id === after) + 1;
    if (after === undefined) reply.header(HEADERS.totalCount, String(changes.length));
    const page = changes.slice(start, start + (query.limit ?? DEFAULT_PAGE_SIZE));
    const last = page.at(-1);
    if (last !== undefined && start + page.length < changes.length) {
      reply.header(HEADERS.nextCursor, encodeCursor([last.id]));
    }
    return { answer: [...page] };
  });
}

const termColumns = (siteId: string, timeZone: string) =>
  csvColumns<TermChange>([
    ['Since', 'Desde', ({ at }) => timeIn(timeZone, at), 'time'],
    ['Term', 'Condición', ({ term }) => term],
    ['Before', 'Antes', ({ before }) => before],
    ['After', 'Después', ({ after }) => after],
    [
      'Decides money',
      'Decide dinero',
      (row, inLanguage) => inLanguage(row.decidesMoney ? ['yes', 'sí'] : ['no', 'no']),
    ],
    ['QR ID', 'ID del QR', ({ qr }) => qr?.id ?? null],
    ['QR', 'QR', ({ qr }) => qr?.name ?? null],
    ['Site ID', 'ID del sitio', () => siteId],
    ['Changed by ID', 'ID de quien lo cambió', ({ actor }) => actor.person?.id ?? null],
    ['Changed by', 'Cambiado por', ({ actor }, _, language) => actor.person && personName(actor.person.name, language)],
    ['Role', 'Rol', ({ actor }) => actor.role],
    ['Reason', 'Motivo', ({ reason }) => reason],
    ['Command', 'Comando', ({ command }) => command],
    ['Event', 'Evento', ({ event }) => event],
    ['Event ID', 'ID del evento', ({ eventId }) => eventId],
    ['Position', 'Posición', ({ position }) => position],
  ]);
