/**
 * Aligns columns, two spaces apart.
 * @param right indexes of the right-aligned columns
 */
export function textTable(rows: readonly (readonly string[])[], right: readonly number[] = []): string {
  const widest = (column: number) => rows.reduce((width, row) => Math.max(width, row[column]?.length ?? 0), 0);
  const widths = (rows[0] ?? []).map((_, column) => widest(column));
  const cell = (text: string, column: number) =>
    right.includes(column) ? text.padStart(widths[column] ?? 0) : text.padEnd(widths[column] ?? 0);
  return rows.map((row) => row.map(cell).join('  ').trimEnd()).join('\n');
}
