import { IS_INLINE_SQL, PROJECTIONS_TABLE } from '@perktree/contracts/catalogue/read-models';
import { type CsvFormat, csvLine } from '@perktree/contracts/kernel/csv';
import { type ColumnWords, inLanguage, ORDER_WORDS } from '@perktree/contracts/kernel/csv-columns';
import type { Language } from '@perktree/contracts/kernel/languages';
import { type Currency, fromMinor, toMinor } from '@perktree/contracts/kernel/money';
import type { PaperHead } from '@perktree/contracts/kernel/working-paper';
import type { Session } from '@perktree/platform/http/session';
import { select } from '@perktree/platform/postgres/select';
import type { Pool } from 'pg';
import type { QueryServiceDeps } from '../deps.ts';
import { zoneOf } from '../time-zones.ts';
import type { Listing, WantedRows } from './listing.ts';

/** A list that is also a working paper: docs/reference/working-papers.md. */
export interface ListPaper<Item> {
  readonly title: ColumnWords;
  /** SQL of the currency of a row. */
  readonly currency: string;
  /** SQL of the site of a row. Default: its column. */
  readonly site?: string;
  /** How the screen names each filter. Left out: it has none. */
  readonly filters?: Readonly<Record<string, ColumnWords>>;
  /** The columns whose sums stand apart from the rows, and the amount of a row; null: it has none. */
  readonly totals: readonly (readonly [title: ColumnWords, amount: (item: Item) => string | null])[];
}

interface Request {
  readonly language: Language;
  readonly session: Session;
  readonly wanted: WantedRows;
  readonly q: string | undefined;
  /** Of the path, or of the moment of balances. */
  readonly asOf?: string | undefined;
}

/** What a file of the list says about itself. */
export async function paperHeadOf<Row, Item>(
  { pool, accounts }: Pick<QueryServiceDeps, 'pool' | 'accounts'>,
  listing: Listing<Row>,
  paper: ListPaper<Item>,
  { language, session, wanted, q, asOf }: Request,
): Promise<PaperHead> {
  const { scope, show, sort, ids, now } = wanted;
  const say = inLanguage(language);
  const named = (name = '', words: ListPaper<Item>['filters'] = {}) => words[name] && say(words[name]);
  const [timeZone, position, found, names] = await Promise.all([
    zoneOf(pool, session),
    positionOf(pool),
    select<{ currency: string; site_id: string | null; name: string | null }>(
      pool,
      `SELECT DISTINCT l.currency, l.site_id, s.name
       FROM (SELECT ${paper.currency} AS currency, ${paper.site ?? 'site_id'} AS site_id FROM ${listing.from} WHERE ${scope.condition}) l
       LEFT JOIN read_models.sites s ON s.site_id = l.site_id`,
      { scope: scope.value },
    ),
    accounts.displayNames([session.userId]),
  ]);
  const sites = new Map(found.flatMap(({ site_id, name }) => (site_id === null ? [] : [[site_id, name ?? site_id]])));
  const filter: readonly (readonly [ColumnWords, string | undefined])[] = [
    [['Search', 'Búsqueda'], q],
    [['Show', 'Mostrar'], named(show, paper.filters)],
    [['Only', 'Solo'], ids?.join(' ')],
    [['Order', 'Orden'], named(sort, ORDER_WORDS)],
  ];
  return {
    title: say(paper.title),
    sites: [...sites].map(([id, name]) => ({ id, name })),
    period: { from: null, to: asOf ?? null },
    timeZone,
    currencies: [...new Set(found.map(({ currency }) => currency))].toSorted(),
    filter: filter.flatMap(([name, value]) => (value ? [[say(name), value] as const] : [])),
    position,
    result: [],
    madeAt: now,
    madeBy: { id: session.userId, name: names.get(session.userId) ?? '' },
  };
}

/** Position that the read models have reached: of the last event that the rows can contain. */
async function positionOf(pool: Pool): Promise<string | null> {
  const [row] = await select<{ position: bigint | null }>(
    pool,
    `SELECT min(position) AS position FROM ${PROJECTIONS_TABLE} WHERE status = 'live' AND ${IS_INLINE_SQL}`,
  );
  return row?.position == null ? null : String(row.position);
}

/** Sums the columns of a paper by currency while its rows pass. */
export class PaperTotals<Item extends { readonly currency: string }> {
  private readonly sums = new Map<string, { rows: number; minor: bigint[] }>();

  constructor(private readonly paper: ListPaper<Item>) {}

  add(items: readonly Item[]): void {
    for (const item of items) {
      const currency = item.currency as Currency;
      const sum = this.sums.get(currency) ?? { rows: 0, minor: this.paper.totals.map(() => 0n) };
      sum.rows += 1;
      for (const [n, [, amountOf]] of this.paper.totals.entries()) {
        sum.minor[n] = (sum.minor[n] ?? 0n) + toMinor(amountOf(item) ?? '0', currency);
      }
      this.sums.set(currency, sum);
    }
  }

  /** The table behind the rows. */
  text(language: Language, format: CsvFormat): string {
    const say = inLanguage(language);
    const lines = [
      [],
      [say(['Totals', 'Totales'])],
      [say(['Currency', 'Moneda']), say(['Rows', 'Filas']), ...this.paper.totals.map(([title]) => say(title))],
      ...[...this.sums].map(([currency, { rows, minor }]) => [
        currency,
        rows,
        ...minor.map((sum) => fromMinor(sum, currency as Currency)),
      ]),
    ];
    return lines.map((cells) => csvLine(cells, format)).join('');
  }
}
