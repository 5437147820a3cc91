/** A place in a value of JSON, and the scalar that stands there. */
export interface Place {
  readonly path: readonly string[];
  readonly value: string | number | boolean | null;
}

/** Every scalar of a value, and every empty list or object as nothing. */
export function placesIn(value: unknown, path: readonly string[] = []): readonly Place[] {
  if (typeof value !== 'object' || value === null) return [{ path, value: value as Place['value'] }];
  const inner = Object.entries(value);
  if (inner.length === 0) return [{ path, value: null }];
  return inner.flatMap(([name, part]) => placesIn(part, [...path, name]));
}

/** The value with another scalar of the same kind at a place. */
export function withFlipped<T>(value: T, { path, value: there }: Place): T {
  const copy = structuredClone({ root: value }) as Record<string, unknown>;
  let at = copy;
  const whole = ['root', ...path];
  for (const name of whole.slice(0, -1)) at = at[name] as Record<string, unknown>;
  at[whole.at(-1) ?? ''] = flipped(there);
  return copy.root as T;
}

function flipped(value: Place['value']): Place['value'] {
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'number') return value + 1;
  if (value === null || value === '') return 'x';
  const middle = Math.floor(value.length / 2);
  return `${value.slice(0, middle)}${value[middle] === '1' ? '2' : '1'}${value.slice(middle + 1)}`;
}
