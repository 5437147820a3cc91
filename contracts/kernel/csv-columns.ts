import type { CellKind, CsvColumn } from './csv.ts';
import type { Language } from './languages.ts';
import { timeIn } from './time-zone.ts';
import { UTC } from './time-zone-name.ts';

export type ColumnWords = readonly [en: string, es: string];

export const inLanguage =
  (language: Language) =>
  ([en, es]: ColumnWords): string =>
    ({ en, es })[language];

/** How the screens name the orders of a list. */
export const ORDER_WORDS: Readonly<Record<string, ColumnWords>> = {
  newest: ['Newest', 'Más recientes'],
  oldest: ['Oldest', 'Más antiguos'],
  amount: ['Amount', 'Importe'],
};

/** A title in each language, the cell of a row, and what it is. */
type Column<Row> = readonly [
  en: string,
  es: string,
  value: (row: Row, said: (words: ColumnWords) => string, language: Language) => string | number | null,
  kind?: CellKind,
];

/**
 * The columns of a list in a language. Numbers and times have the API's format, so that spreadsheets can calculate; times of a
 * site have their distance from UTC (`siteTime`).
 */
export function csvColumns<Row>(columns: readonly Column<Row>[]): (language: Language) => readonly CsvColumn<Row>[] {
  return (language) => {
    const said = inLanguage(language);
    return columns.map(([en, es, value, kind]) => ({
      title: said([en, es]),
      kind,
      value: (row) => value(row, said, language),
    }));
  };
}

/** A time of a row in the zone of its site: its list has the column `siteZoneColumn`. */
export const siteTime =
  <Row>(time: (row: Row) => string | null) =>
  (row: Row): string | null => {
    const at = time(row);
    const { site_time_zone: zone = UTC } = row as { readonly site_time_zone?: string };
    return at === null ? null : timeIn(zone, at);
  };
