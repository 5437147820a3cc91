import { z } from 'zod';
import { Refused } from './refusals.ts';
import { isSameValue } from './same-value.ts';
import { validationIssue } from './validation-issues.ts';

type Unknown<S extends z.ZodRawShape> = { readonly [K in keyof S]: z.ZodOptional<z.ZodUnknown> };

/**
 * The field `seen` of an edit: what the fields that it changes had when its sender read them. Optional, as each of its
 * fields is; a call without it overwrites. Values may be of any kind, because stored ones may be older than today's rules.
 */
export function seenField<S extends z.ZodRawShape>(shape: S) {
  const fields = Object.keys(shape).map((field) => [field, z.unknown().optional()]);
  return { seen: z.strictObject(Object.fromEntries(fields) as Unknown<S>).optional() };
}

/** The body of an edit: each field may be left out and then stays; `seen` guards the others. */
export function editBody<S extends z.ZodRawShape>(shape: S) {
  return z.strictObject({ ...z.strictObject(shape).partial().shape, ...seenField(shape) });
}

/** An edit as decisions get it. Undefined: the field stays. */
export type Edit<T> = { readonly [K in keyof T]?: T[K] | undefined } & {
  readonly seen?: { readonly [K in keyof T]?: unknown } | undefined;
};

/**
 * Refuses an edit of a field that another edit has changed since its sender read it, unless both want the same value. Edits of
 * other fields are merged.
 * @param now the current values, from the events
 * @param together fields that mean something only as a whole, such as those of a benefit: who changes one relies on all
 * @throws Refused EDITED_MEANWHILE with an issue for each such field; its `current` is the current value
 */
export function refuseEditedMeanwhile<T extends object>(
  now: T,
  edit: Edit<T>,
  together: readonly (keyof T & string)[] = [],
): void {
  type Field = keyof T & string;
  const seen: { readonly [K in keyof T]?: unknown } = edit.seen ?? {};
  const isChanged = (field: Field) => edit[field] !== undefined && !isSameValue(edit[field], now[field]);
  const changesTogether = together.some(isChanged);
  const isStale = (field: Field) => field in now && field in seen && !isSameValue(seen[field], now[field]);
  const stale = (Object.keys(seen) as Field[]).filter(
    (field) => isStale(field) && (together.includes(field) ? changesTogether : isChanged(field)),
  );
  if (stale.length === 0) return;
  const all = together.some((field) => stale.includes(field)) ? [...new Set([...stale, ...together])] : stale;
  throw new Refused(
    'EDITED_MEANWHILE',
    {},
    all.map((field) => ({ ...validationIssue(field, 'CHANGED_MEANWHILE'), current: now[field] ?? null })),
  );
}
