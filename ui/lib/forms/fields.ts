import type { ValidationIssue } from '@perktree/contracts/validation-issues';
import { readNumber, writeNumber } from './typed-number.ts';

/**
 * How what is typed into a field becomes a value of the body:
 * `text` trimmed; `optionalText` trimmed, empty is null; `secret` as it is typed;
 * `decimal` a decimal string; `number` a JSON number; `count` a whole number; in these three, empty is left out;
 * `limit` a whole number, empty is null, which is unlimited; `choice` and `flag` as they are.
 */
export type FieldKind =
  | 'text'
  | 'optionalText'
  | 'secret'
  | 'decimal'
  | 'number'
  | 'count'
  | 'limit'
  | 'choice'
  | 'flag';
export type FieldKinds = Readonly<Record<string, FieldKind>>;

/** What the fields of a form show. Initial values write numbers as decimal strings, whatever the language. */
export type Typed<F extends FieldKinds> = { readonly [K in keyof F]: F[K] extends 'flag' ? boolean : string };

interface ValueOf {
  readonly text: string;
  readonly optionalText: string | null;
  readonly secret: string;
  readonly decimal: string;
  readonly number: number;
  readonly count: number;
  readonly limit: number | null;
  readonly choice: string;
  readonly flag: boolean;
}

/** The values of a form's fields for its body. Of a field that is empty or cannot be read it may be undefined. */
export type Values<F extends FieldKinds> = { readonly [K in keyof F]: ValueOf[F[K]] };

/** What is wrong with a field: a code with its values, or a sentence in the person's language. */
export type FieldIssue = Partial<Pick<ValidationIssue, 'code' | 'values' | 'message'>>;
export type FieldIssues<F extends FieldKinds> = { readonly [K in keyof F]?: FieldIssue };

const NUMERIC = new Set<FieldKind>(['decimal', 'number', 'count', 'limit']);
export const isNumeric = (kind: FieldKind | undefined): boolean => kind !== undefined && NUMERIC.has(kind);
export const isWhole = (kind: FieldKind | undefined): boolean => kind === 'count' || kind === 'limit';

/** A value as its field shows it: numbers in the format of the language. */
export function shown(kind: FieldKind | undefined, value: string | boolean, language: string): string | boolean {
  return isNumeric(kind) && typeof value === 'string' ? writeNumber(value, language) : value;
}

/** Reads every field. A field that cannot be read has an issue, and no value. */
export function readFields<F extends FieldKinds>(
  kinds: F,
  typed: Typed<F>,
  language: string,
): { readonly values: Values<F>; readonly issues: FieldIssues<F> } {
  const values: Record<string, unknown> = {};
  const issues: Record<string, FieldIssue> = {};
  for (const [name, kind] of Object.entries(kinds)) {
    const read = readField(kind, typed[name as keyof F], language);
    if ('issue' in read) issues[name] = read.issue;
    else values[name] = read.value;
  }
  return { values: values as unknown as Values<F>, issues: issues as FieldIssues<F> };
}

function readField(
  kind: FieldKind,
  typed: string | boolean,
  language: string,
): { readonly value: unknown } | { readonly issue: FieldIssue } {
  if (typeof typed !== 'string' || kind === 'secret' || kind === 'choice') return { value: typed };
  const text = typed.trim();
  if (kind === 'text') return { value: text };
  if (text === '') return { value: kind === 'optionalText' || kind === 'limit' ? null : undefined };
  if (kind === 'optionalText') return { value: text };
  const decimal = readNumber(text, language);
  if (decimal === null)
    return { issue: { code: 'BAD_DECIMAL', values: { example: isWhole(kind) ? 1000 : '1000.50' } } };
  return { value: kind === 'decimal' ? decimal : Number(decimal) };
}
