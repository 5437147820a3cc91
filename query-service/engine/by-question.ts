/**
 * Rows of several questions that share a statement, by question.
 * @param rows `wanted` is the number of a row's question, from 1 (`WITH ORDINALITY`)
 */
export function byQuestion<Row extends { readonly wanted: bigint }>(
  rows: readonly Row[],
  questions: readonly unknown[],
): readonly (readonly Row[])[] {
  const found: Row[][] = questions.map(() => []);
  for (const row of rows) found[Number(row.wanted) - 1]?.push(row);
  return found;
}
