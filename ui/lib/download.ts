import { CSV_FORMATS, type CsvFormat } from '@perktree/contracts/kernel/csv';
import { localStore } from './storage.ts';

const KEY = 'csv-format';

/** The format of CSV files that a person has chosen on this device, else the one of spreadsheets in their language. */
export function csvFormat(language: string): CsvFormat {
  const saved = localStore.get(KEY);
  return CSV_FORMATS.find((format) => format === saved) ?? (language === 'es' ? 'semicolon' : 'comma');
}

export const saveCsvFormat = (format: CsvFormat): void => localStore.set(KEY, format);

/** Saves the content of a URL (also a data URL) as a file. */
export function downloadUrl(url: string, fileName: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  document.body.append(link);
  link.click();
  link.remove();
}

/** Time before an object URL is revoked, to free its memory. Browsers have started the download by then. */
const URL_LIFETIME_MS = 60_000;

/** @param type media type */
export function downloadText(text: string, fileName: string, type: string): void {
  downloadBlob(new Blob([text], { type }), fileName);
}

export function downloadBlob(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob);
  downloadUrl(url, fileName);
  setTimeout(() => URL.revokeObjectURL(url), URL_LIFETIME_MS);
}
