import { CSV_FORMATS, type CsvFormat } from '@perktree/contracts/kernel/csv';
import { localStore } from './storage.ts';

const KEY = 'csv-format';

/** The format of CSV files that a person has chosen on this device, else the one of spreadsheets in their language. */
export function csvFormat(language: string): CsvFormat {
  const saved = localStore.get(KEY);
  return CSV_FORMATS.find((format) => format === saved) ?? (language === 'es' ? 'semicolon' : 'comma');
}

export const saveCsvFormat = (format: CsvFormat): void => localStore.set(KEY, format);
