import { BYTE_ORDER_MARK, type CsvColumn, type CsvFormat, csvLine } from './csv.ts';
import { inLanguage } from './csv-columns.ts';
import type { Language } from './languages.ts';
import { addDays, dayIn, timeIn } from './time-zone.ts';

/** Of the product; a spec compares it with package.json. */
export const PRODUCT_VERSION = '0.1.0';

interface Named {
  readonly id: string;
  readonly name: string;
}

/** What a working paper says about itself, above its rows (docs/reference/working-papers.md). */
export interface PaperHead {
  readonly title: string;
  /** Empty: all sites that the reader may see. */
  readonly sites: readonly Named[];
  /** Instants, ISO 8601 UTC. `from` null: since the first event. `to` null: up to the position. `to` is exclusive. */
  readonly period: { readonly from: string | null; readonly to: string | null };
  /** In which the period was chosen, and in which the head shows its times. */
  readonly timeZone: string;
  readonly currencies: readonly string[];
  /** What the rows were selected or computed by: a name and a value. */
  readonly filter: readonly (readonly [name: string, value: string])[];
  /** Of the last event that counts; null: the paper has no single one. */
  readonly position: string | null;
  /** What was found, in words: "No differences. 7 rows were compared." */
  readonly result: readonly string[];
  readonly madeAt: string;
  /** Null: by the command line. */
  readonly madeBy: Named | null;
}

/** A table of a working paper. Totals are a table of their own. */
export interface PaperTable {
  readonly title: string;
  readonly titles: readonly string[];
  readonly rows: readonly (readonly (string | number | null)[])[];
}

export function paperTable<Row>(title: string, columns: readonly CsvColumn<Row>[], rows: readonly Row[]): PaperTable {
  return {
    title,
    titles: columns.map((column) => column.title),
    rows: rows.map((row) => columns.map(({ value }) => value(row))),
  };
}

const WORDS = {
  paper: ['Working paper', 'Papel de trabajo'],
  site: ['Site', 'Sitio'],
  allSites: ['All sites', 'Todos los sitios'],
  from: ['Period from', 'Periodo desde'],
  beginning: ['The first event', 'El primer evento'],
  to: ['Period to (exclusive)', 'Periodo hasta (exclusive)'],
  open: ['The position below', 'La posición de abajo'],
  zone: ['Time zone', 'Zona horaria'],
  currency: ['Currency', 'Moneda'],
  filter: ['Filter', 'Filtro'],
  none: ['None', 'Ninguno'],
  position: ['As of position', 'Hasta la posición'],
  result: ['Result', 'Resultado'],
  version: ['Product version', 'Versión del producto'],
  madeAt: ['Created at', 'Creado el'],
  madeBy: ['Created by', 'Creado por'],
  commandLine: ['Command line', 'Línea de comandos'],
  allDays: ['all days', 'todos los días'],
  rows: ['Rows', 'Filas'],
  positionWord: ['position', 'posición'],
} as const;

const wordsOf = (language: Language) => (name: keyof typeof WORDS) => inLanguage(language)(WORDS[name]);

/** The facts of a head, in order: a name, a value, and the id of a value that is a name. */
export function paperFacts(head: PaperHead, language: Language): readonly (readonly [string, string, string?])[] {
  const word = wordsOf(language);
  const { sites, period, timeZone, filter } = head;
  return [
    [word('paper'), head.title],
    ...(sites.length === 0
      ? [[word('site'), word('allSites')] as const]
      : sites.map(({ id, name }) => [word('site'), name, id] as const)),
    [word('from'), period.from === null ? word('beginning') : timeIn(timeZone, period.from)],
    [word('to'), period.to === null ? word('open') : timeIn(timeZone, period.to)],
    [word('zone'), timeZone],
    [word('currency'), head.currencies.join(', ')],
    ...(filter.length === 0
      ? [[word('filter'), word('none')] as const]
      : filter.map(([name, value]) => [word('filter'), `${name}: ${value}`] as const)),
    [word('position'), head.position ?? ''],
    ...head.result.map((text) => [word('result'), text] as const),
    [word('version'), PRODUCT_VERSION],
    [word('madeAt'), timeIn(timeZone, head.madeAt)],
    head.madeBy
      ? ([word('madeBy'), head.madeBy.name, head.madeBy.id] as const)
      : ([word('madeBy'), word('commandLine')] as const),
  ];
}

/** The head of a file, with the empty line that ends it. Titles and rows follow as in `csvOf`, without its byte order mark. */
const paperHeadCsv = (head: PaperHead, language: Language, format: CsvFormat): string =>
  BYTE_ORDER_MARK +
  paperFacts(head, language)
    .map((fact) => csvLine(fact.map(String), format))
    .join('') +
  csvLine([], format);

/** The head of a list as a working paper: its titles and rows follow. */
export const paperBefore = (head: PaperHead, language: Language, format: CsvFormat): string =>
  paperHeadCsv(head, language, format) + csvLine([wordsOf(language)('rows')], format);

/** A whole working paper: the head, then each table under its title, with an empty line between them. */
export function paperCsv(
  head: PaperHead,
  tables: readonly PaperTable[],
  { language, format }: { readonly language: Language; readonly format: CsvFormat },
): string {
  const text = ({ title, titles, rows }: PaperTable) =>
    [[title], titles, ...rows].map((cells) => csvLine(cells, format)).join('');
  return paperHeadCsv(head, language, format) + tables.map(text).join(csvLine([], format));
}

/** The parts of a file's name: site, title, days of the period (both included), position. */
export function paperName(head: PaperHead, language: Language): readonly string[] {
  const word = wordsOf(language);
  const { title, sites, period, timeZone, position } = head;
  const [first] = sites;
  const day = (iso: string) => dayIn(timeZone, Date.parse(iso));
  const days = [
    ...(period.from === null ? [] : [day(period.from)]),
    ...(period.to === null ? [] : [lastDayOf(timeZone, period.to)]),
  ];
  return [
    first === undefined ? word('allSites') : sites.length === 1 ? first.name : `${first.name} +${sites.length - 1}`,
    title,
    ...(days.length === 0 ? [word('allDays')] : days),
    ...(position === null ? [] : [`${word('positionWord')} ${position}`]),
  ];
}

/** The day before an exclusive end, or the day of an end within it. */
function lastDayOf(zone: string, to: string): string {
  const instant = Date.parse(to);
  const day = dayIn(zone, instant);
  return dayIn(zone, instant - 1) === day ? day : addDays(day, -1);
}
