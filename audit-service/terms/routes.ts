import { DEFAULT_PAGE_SIZE, HEADERS } from '@perktree/contracts/kernel/common';
import { csvColumns } from '@perktree/contracts/kernel/csv-columns';
import { personName } from '@perktree/contracts/kernel/person-name';
import { timeIn } from '@perktree/contracts/kernel/time-zone';
import { type TermChange, termCalls } from '@perktree/contracts/qr/term-calls';
import { encodeCursor, parseCursor } from '@perktree/platform/cursor';
import { listFileOf } from '@perktree/platform/http/list-file';
import { mountCall } from '@perktree/platform/http/mount-call';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { AuditServiceDeps } from '../deps.ts';
import { ownSite, zoneOfSite } from '../own-site.ts';
import { rowsFile } from '../rows-file.ts';
import { listTerms } from './list-terms.ts';

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
      const [{ name }, timeZone] = await Promise.all([ownSite(deps, siteId, session), zoneOfSite(deps, siteId)]);
      return rowsFile(deps, { request, reply, session }, changes, {
        columns: termColumns(siteId, timeZone),
        head: (say) => ({
          ...{ title: say(['Terms', 'Condiciones']), sites: [{ id: siteId, name }], timeZone, currencies: [] },
          ...{ period: { from: null, to: null }, filter: filterOf(query, say), position: `${position}` },
          result: [say([`${changes.length} changes`, `${changes.length} cambios`])],
        }),
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

function filterOf(
  { q, show, sort }: z.infer<typeof termCalls.siteTerms.query>,
  say: (words: readonly [string, string]) => string,
): readonly (readonly [string, string])[] {
  const chosen = [
    [['Search', 'Búsqueda'], q],
    [['Show', 'Mostrar'], show],
    [['Order', 'Orden'], sort],
  ] as const;
  return chosen.flatMap(([name, value]) => (value ? [[say(name), value] as const] : []));
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
