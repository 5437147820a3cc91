/**
 * Aligns columns, two spaces apart.
 * @param right indexes of the right-aligned columns
 */
export function textTable(rows: readonly (readonly string[])[], right: readonly number[] = []): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const cell = (text: string, column: number) =>
    right.includes(column) ? text.padStart(widths[column] ?? 0) : text.padEnd(widths[column] ?? 0);
  return rows.map((row) => row.map(cell).join('  ').trimEnd()).join('\n');
}
