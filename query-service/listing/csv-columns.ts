import type { CsvColumn } from '@perktree/contracts/csv';
import type { CsvLanguage } from './csv-request.ts';

export type Words = readonly [en: string, es: string];

/** A title in each language, and the cell of a row. */
type Column<Row> = readonly [
  en: string,
  es: string,
  value: (row: Row, inLanguage: (words: Words) => string, language: CsvLanguage) => string | number | null,
];

/** The columns of a list in a language. Numbers and times have the API's format, so that spreadsheets can calculate. */
export function csvColumns<Row>(columns: readonly Column<Row>[]): (language: CsvLanguage) => readonly CsvColumn<Row>[] {
  return (language) => {
    const inLanguage = ([en, es]: Words) => (language === 'en' ? en : es);
    return columns.map(([en, es, value]) => ({
      title: inLanguage([en, es]),
      value: (row) => value(row, inLanguage, language),
    }));
  };
}
