import { createHash } from 'node:crypto';
import { sorted } from '@perktree/event-store/migrate-events/canonical-event';
import { isShown } from './disclose.ts';
import type { DisclosedEvent, ProvenEvent, Statement } from './statement.ts';

/**
 * The sealed facts of a statement, one a line. scripts/verify-statement.mjs derives the same lines from a file.
 * @param hashes of its events
 */
export function sealedLines(
  statement: Omit<Statement, 'sealed' | 'seal'>,
  hashes: readonly Buffer[],
): readonly string[] {
  const { about, from, to, timeZone, createdAt, head, events, entries, totals } = statement;
  return [
    'perktree-statement-6',
    ['about', about.kind, about.id].join(' '),
    ['period', from, to].join(' '),
    ['zone', timeZone].join(' '),
    ['created', createdAt].join(' '),
    ['head', head.events, head.chain, head.root, head.parts ?? '-'].join(' '),
    ...events.flatMap((event, n) => linesOf(event, hashes[n] as Buffer)),
    ...entries.map(({ entryId, number, at, siteId, redemptionId, qrId, distributorId, ...entry }) =>
      [
        ...['entry', entryId, number, at, siteId, redemptionId, qrId, distributorId],
        ...[entry.percent, entry.amount, entry.currency, entry.reversesEntryId ?? '-'],
      ].join(' '),
    ),
    ...totals.map(({ siteId, distributorId, currency, opening, entries: count, earned, takenBack, sum, ...rest }) =>
      [
        ...['total', siteId, distributorId, currency, opening, count, earned, takenBack, sum],
        ...[rest.paidOut, rest.writtenOff, rest.closing],
      ].join(' '),
    ),
  ];
}

/** What the seal signs. */
export const sealedText = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('');

/** The fingerprint of a statement. It is printed on the PDF, which ties the PDF to the file. */
export function fingerprintOf({ sealed }: Pick<Statement, 'sealed'>): string {
  return createHash('sha256').update(sealedText(sealed)).digest('hex');
}

/** The hash of the event, or of its parts with each shown field, so that the verifier can name a changed one. */
function linesOf(event: ProvenEvent | DisclosedEvent, hash: Buffer): readonly string[] {
  const { number, at } = event;
  const hex = hash.toString('hex');
  if ('event' in event) return [['event', number, at, hex].join(' ')];
  const fields = event.parts
    .filter(isShown)
    .flatMap(({ name, value }) =>
      Object.entries(sorted(value) as object).map(([field, text]) =>
        ['shown', number, `${name}: ${field} is`, JSON.stringify(text)].join(' '),
      ),
    );
  return [['parts', number, at, hex].join(' '), ...fields];
}
