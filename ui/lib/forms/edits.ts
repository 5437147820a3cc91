import { isSameValue } from '@perktree/contracts/kernel/same-value';
import type { ApiError } from '../api-error.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * The request of a form that edits what is stored: the changed fields, and in `seen` what they were when the form showed them.
 * @param together fields that mean something only as a whole: if one changes, all are in `seen`
 */
export function editOf(body: Fields, saved: Fields, together: readonly string[] = []): Fields {
  const changed = Object.keys(body).filter(
    (field) => body[field] !== undefined && !isSameValue(body[field], saved[field]),
  );
  if (changed.length === 0) return {};
  const read = together.some((field) => changed.includes(field)) ? [...new Set([...changed, ...together])] : changed;
  const pick = (from: Fields, fields: readonly string[]) =>
    Object.fromEntries(fields.map((field) => [field, from[field] ?? null]));
  return { ...pick(body, changed), seen: pick(saved, read) };
}

/** Fields that the person has emptied, though they cannot be: the call would keep what is stored. */
export function emptied(body: Fields, saved: Fields): readonly string[] {
  return Object.keys(body).filter((field) => body[field] === undefined && (saved[field] ?? null) !== null);
}

/** What another edit has put into fields since the form showed them; empty for every other refusal. */
export function changedMeanwhile({ code, issues }: Pick<ApiError, 'code' | 'issues'>): Fields {
  return code === 'EDITED_MEANWHILE' ? Object.fromEntries(issues.map(({ path, current }) => [path, current])) : {};
}
