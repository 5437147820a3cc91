const DECIMAL = /^-?\d+(\.\d+)?$/;

/** `12.50` and `12.5`, `12.00` and `12` become the same text. */
const plain = (decimal: string) => (decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal);

/**
 * Whether two values of a body mean the same: `"12"` and `"12.00"`, null and undefined, objects with other key orders. Without
 * schemas or decimal.js, because forms use it, too.
 */
export function isSameValue(a: unknown, b: unknown): boolean {
  if (typeof a === 'string' && typeof b === 'string' && DECIMAL.test(a) && DECIMAL.test(b))
    return plain(a) === plain(b);
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return (a ?? null) === (b ?? null);
  const keys = [...Object.keys(a), ...Object.keys(b)];
  return (
    Array.isArray(a) === Array.isArray(b) && keys.every((key) => isSameValue(Reflect.get(a, key), Reflect.get(b, key)))
  );
}
