/** A text that a spreadsheet would run as a formula: somebody may have written one into an event. */
const FORMULA = /^\s*[=+\-@]|^[\t\r\n]/;
const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/;

/** Rows as CSV (RFC 4180). What a spreadsheet would run as a formula gets an apostrophe in front. */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(cellText).join(',')}\r\n`;
}

function cellText(value: string | number | null): string {
  if (value === null) return '';
  const text = String(value);
  if (PLAIN_NUMBER.test(text)) return text;
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
