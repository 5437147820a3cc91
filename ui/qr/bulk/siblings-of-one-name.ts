interface Named {
  /** As in a spreadsheet. */
  readonly number: number;
  /** Index among the rows; null: none. */
  readonly parent: number | null;
  readonly body: { readonly name: string };
}

/** Rows with the same name under the same parent. Names need not be unique, but two such rows are often one that was copied. */
export function siblingsOfOneName(qrs: readonly Named[]): readonly { readonly name: string; readonly which: string }[] {
  const alike = new Map<string, Named[]>();
  for (const qr of qrs) {
    if (qr.parent === null) continue;
    const key = `${qr.parent} ${qr.body.name}`;
    alike.set(key, [...(alike.get(key) ?? []), qr]);
  }
  return [...alike.values()].flatMap((rows) => {
    const [first] = rows;
    return first && rows.length > 1
      ? [{ name: first.body.name, which: rows.map(({ number }) => number).join(', ') }]
      : [];
  });
}
