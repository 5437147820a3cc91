import { leafOf } from '../chain/hashes.ts';
import type { Collected } from './collect-events.ts';
import type { Statement } from './statement.ts';

/** What a statement says, a line each: scripts/verify-statement.mjs writes the same from what a file holds. */
export function sealedLines(
  statement: Omit<Statement, 'sealed' | 'seal' | 'events'>,
  events: readonly Collected[],
): readonly string[] {
  const { about, from, to, createdAt, head, entries, totals } = statement;
  return [
    'perktree-statement-1',
    ['about', about.kind, about.id].join(' '),
    ['period', from, to].join(' '),
    ['created', createdAt].join(' '),
    ['head', head.events, head.chain, head.root].join(' '),
    ...events.map(({ number, stored }) => ['event', number, leafOf(stored).toString('hex')].join(' ')),
    ...entries.map(
      ({
        entryId,
        number,
        at,
        siteId,
        redemptionId,
        qrId,
        distributorId,
        percent,
        amount,
        currency,
        reversesEntryId,
      }) =>
        [
          'entry',
          entryId,
          number,
          at,
          siteId,
          redemptionId,
          qrId,
          distributorId,
          percent,
          amount,
          currency,
          reversesEntryId ?? '-',
        ].join(' '),
    ),
    ...totals.map(({ siteId, distributorId, currency, entries: count, earned, takenBack, sum, paidOut }) =>
      ['total', siteId, distributorId, currency, count, earned, takenBack, sum, paidOut].join(' '),
    ),
  ];
}
