import DataObject from '@mui/icons-material/DataObject';
import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import { Button, Stack, Typography } from '@mui/material';
import type { ClosedMonthAnswer } from '@perktree/contracts/audit/report-calls';
import type { ScopeAnswer } from '@perktree/contracts/audit/scope';
import type { CsvColumn } from '@perktree/contracts/kernel/csv';
import { fileName } from '@perktree/contracts/kernel/file-name';
import type { Currency } from '@perktree/contracts/kernel/money';
import { addMonths } from '@perktree/contracts/kernel/time-zone';
import {
  type PaperHead,
  type PaperTable,
  paperCsv,
  paperName,
  paperTable,
} from '@perktree/contracts/kernel/working-paper';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FigureTable } from '../kit/figures.tsx';
import { LongLoading } from '../kit/files.tsx';
import { Panel, QueryView } from '../kit/page.tsx';
import { useAuth } from '../lib/auth.tsx';
import { type Days, isDay, timeOf } from '../lib/days.ts';
import { csvFormat, downloadText } from '../lib/download.ts';
import { formatDate, isolated, useLocale } from '../lib/use-locale.ts';

const day = (text: string | null) => (text !== null && isDay(text) ? text : '');

/** The period in an address (`?from=…&to=…`); invalid days are ignored. */
export function daysOf(query: URLSearchParams): Days {
  return { from: day(query.get('from')), to: day(query.get('to')) };
}

/** The position in an address (`?position=…`); empty: the newest event. */
export const chosenPositionOf = (query: URLSearchParams): string =>
  /^\d{1,18}$/.exec(query.get('position') ?? '')?.[0] ?? '';

export const isBackwards = ({ from, to }: Days): boolean => from !== '' && to !== '' && from > to;

/** Past months, newest first: YYYY-MM. */
export const monthsBefore = (month: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, n) => addMonths(month, -n - 1));

/** Months of which the period has days. */
export const monthsWithin = (months: readonly string[], { from, to }: Days): readonly string[] =>
  months.filter((month) => (from === '' || month >= from.slice(0, 7)) && (to === '' || month <= to.slice(0, 7)));

/** What every panel of the page asks about: chosen once, in the address. */
export interface AuditScope {
  readonly siteId: string;
  readonly siteName: string;
  /** Of the site: its days and months. */
  readonly timeZone: string;
  readonly days: Days;
  readonly position: string;
  /** As each call takes it. */
  readonly query: { readonly from?: string; readonly to?: string; readonly position?: string };
}

export function scopeOf(
  site: Pick<AuditScope, 'siteId' | 'siteName' | 'timeZone'>,
  query: URLSearchParams,
): AuditScope {
  const [days, position] = [daysOf(query), chosenPositionOf(query)];
  return { ...site, days, position, query: { ...timeOf(days, site.timeZone), ...(position !== '' && { position }) } };
}

/** The first and the last day of an answer, as a reader says them; null where it is open. */
function shownDays(
  { from, to, timeZone }: Pick<ScopeAnswer, 'from' | 'to' | 'timeZone'>,
  language: string,
): readonly [from: string | null, to: string | null] {
  const last = to && new Date(Date.parse(to) - 1).toISOString();
  return [from && formatDate(from, language, timeZone), last && formatDate(last, language, timeZone)];
}

/** What a panel adds to the scope of its answer. */
interface WorkingPaper {
  readonly sites: PaperHead['sites'];
  readonly scope: Pick<ScopeAnswer, 'from' | 'to' | 'timeZone'> & { readonly position: string | null };
  readonly currencies: readonly string[];
  readonly filter?: PaperHead['filter'];
  readonly result: readonly string[];
  readonly tables: readonly PaperTable[];
  /** The answer, for the file in JSON. */
  readonly data: object;
}

/** Downloads an answer as a working paper (CSV), and as JSON with the same facts. @param props.paper undefined: not there yet */
export function PaperButtons({ title, paper }: { title: string; paper: WorkingPaper | undefined }) {
  const { t, language } = useLocale(['audit', 'common']);
  const { user } = useAuth();
  const headOf = ({ sites, scope, currencies, filter = [], result }: WorkingPaper): PaperHead => ({
    title,
    sites,
    period: { from: scope.from, to: scope.to },
    timeZone: scope.timeZone,
    currencies: [...new Set(currencies)],
    filter,
    position: scope.position,
    result,
    madeAt: new Date().toISOString(),
    madeBy: user && { id: user.id, name: `${user.firstName} ${user.lastName}`.trim() },
  });
  const saveCsv = (shown: WorkingPaper) => {
    const head = headOf(shown);
    downloadText(
      paperCsv(head, shown.tables, { language, format: csvFormat(language) }),
      fileName(paperName(head, language), 'csv'),
      'text/csv;charset=utf-8',
    );
  };
  const saveJson = (shown: WorkingPaper) => {
    const head = headOf(shown);
    const content = { workingPaper: head, ...shown.data };
    downloadText(JSON.stringify(content, null, 2), fileName(paperName(head, language), 'json'), 'application/json');
  };
  return (
    <Stack direction="row">
      <Button
        startIcon={<FileDownloadOutlined />}
        disabled={paper === undefined}
        aria-label={t('common:csv.label', { what: title })}
        onClick={() => paper && saveCsv(paper)}
      >
        {t('common:csv.button')}
      </Button>
      <Button
        startIcon={<DataObject />}
        disabled={paper === undefined}
        aria-label={t('json.label', { what: title })}
        onClick={() => paper && saveJson(paper)}
      >
        {t('json.button')}
      </Button>
    </Stack>
  );
}

/** What a check says of its answer; the rest of its working paper is the answer's scope. */
export type CheckPaper = Pick<WorkingPaper, 'currencies' | 'filter' | 'result' | 'tables'>;

/** A check of the scope: how it is asked for, its answer, and the working paper of that. */
export function CheckPanel<Answer extends ScopeAnswer>(props: {
  /** Of its texts. */
  name: 'replay' | 'report' | 'sample' | 'month' | 'whatIf';
  scope: Pick<AuditScope, 'siteId' | 'siteName'>;
  /** What is asked for, above the answer. */
  form?: ReactNode;
  isAsked?: boolean;
  query: UseQueryResult<Answer, Error>;
  paper: (answer: Answer) => CheckPaper;
  children: (answer: Answer) => ReactNode;
}) {
  const { t } = useLocale('audit');
  const { name, scope, isAsked = true, query } = props;
  const title = t(`${name}.title`);
  const sites = [{ id: scope.siteId, name: scope.siteName }];
  const paper = query.data && { sites, scope: query.data, data: query.data, ...props.paper(query.data) };
  return (
    <Panel title={title} subtitle={t(`${name}.subtitle`)} action={<PaperButtons title={title} paper={paper} />}>
      {props.form}
      {isAsked && (
        <QueryView query={query} problem={t(`${name}.failed`)} loading={<LongLoading />}>
          {(answer) => (
            <>
              <ShownScope site={scope.siteName} answer={answer} />
              {props.children(answer)}
            </>
          )}
        </QueryView>
      )}
    </Panel>
  );
}

/** What an answer covers: site, days with their time zone, and position. */
function ShownScope({ site, answer }: { site: string; answer: Omit<ScopeAnswer, 'siteId'> }) {
  const { t, language } = useLocale('audit');
  const [from, to] = shownDays(answer, language);
  return (
    <Typography variant="quiet" sx={{ mb: 1.5 }}>
      {t('scope.shown', {
        site: isolated(site),
        from: from ?? t('scope.beginning'),
        to: to ?? t('scope.end'),
        zone: answer.timeZone,
        position: answer.position,
      })}
    </Typography>
  );
}

/** Columns of the fields with these names; `csv` has their titles. */
export function useColumns(catalogue: 'csv' | 'chain' | 'month' | 'sample' = 'csv') {
  const { t } = useLocale('audit');
  return <Name extends string>(...names: readonly Name[]) =>
    names.map((name) => ({
      title: t(`${catalogue}.${name}`),
      value: (row: { readonly [K in Name]: string | number | null }) => row[name],
    }));
}

interface OfPerson {
  readonly distributor: { readonly id: string; readonly name: string } | null;
}

/** The id and name of a payee, side by side. */
export function usePersonColumns(): readonly CsvColumn<OfPerson>[] {
  const { t, format } = useLocale('audit');
  return [
    { title: t('csv.distributorId'), value: ({ distributor }) => distributor?.id ?? null },
    { title: t('csv.distributor'), value: ({ distributor }) => distributor && format.person(distributor.name) },
  ];
}

export const MONEY = ['opening', 'earned', 'takenBack', 'paidOut', 'writtenOff', 'closing'] as const;
export const COUNTS = ['entries', 'reversals', 'payouts'] as const;

/** Figures of each payee and their totals: amounts are texts, counts are numbers. */
interface Sums {
  readonly currency: Currency;
}
interface Books<S extends Sums> {
  readonly distributors: readonly (S & OfPerson)[];
  readonly totals: readonly S[];
}

export const useBookColumns = (): readonly CsvColumn<ClosedMonthAnswer['totals'][number]>[] =>
  useColumns('month')(...MONEY, ...COUNTS);

/** The tables of a working paper about figures of payees. */
export function useBookTables<S extends Sums>(columns: readonly CsvColumn<S>[]) {
  const { t } = useLocale('audit');
  const payee = usePersonColumns();
  const figures = [...useColumns()('currency'), ...columns];
  return ({ distributors, totals }: Books<S>): readonly PaperTable[] => [
    paperTable<S & OfPerson>(t('report.rows'), [...payee, ...figures], distributors),
    paperTable<S>(t('total'), figures, totals),
  ];
}

/** The figures of each payee, and their totals. */
export function BooksTable<S extends Sums>(props: {
  label: string;
  columns: readonly CsvColumn<S>[];
  books: Books<S>;
}) {
  const { t, format } = useLocale('audit');
  const { label, columns, books } = props;
  const cells = (sums: S) =>
    columns.map(({ value }) => {
      const figure = value(sums);
      if (typeof figure === 'number') return format.number(figure);
      return format.money(figure ?? '0', sums.currency);
    });
  return (
    <FigureTable
      label={label}
      head={[t('csv.distributor'), ...columns.map(({ title }) => title)]}
      rows={[
        ...books.distributors.map((row) => ({
          key: `${row.distributor?.id} ${row.currency}`,
          cells: [format.person(row.distributor?.name ?? ''), ...cells(row)],
        })),
        ...books.totals.map((sums) => ({ key: sums.currency, cells: [t('total'), ...cells(sums)], isTotal: true })),
      ]}
    />
  );
}
