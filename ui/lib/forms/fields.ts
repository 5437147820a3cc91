import { ISSUES } from '@perktree/contracts/kernel/issue-codes';
import { parseNumber, readNumber, type TypedNumber, writeNumber } from '@perktree/contracts/kernel/typed-number';
import type { ValidationIssue } from '@perktree/contracts/kernel/validation-issues';
import { issueText, refusalWords } from '../public/refusal-words.ts';

const ENGLISH = { refusals: {}, issues: ISSUES, words: {} };

export const fieldIssueText = (issue: FieldIssue): string => issueText(issue, refusalWords() ?? ENGLISH);

/**
 * How typed text becomes a value of the body. `text` is trimmed. `optionalText` is trimmed; empty becomes null. `secret` is
 * unchanged. `decimal` becomes a decimal string, `number` a JSON number, and `count` a whole number; all three are omitted if
 * empty. `decimals` are decimal strings separated by semicolons; omitted if empty, and unreadable ones stay as typed.
 * `limit` becomes a whole number; empty becomes null.
 */
export type FieldKind =
  | 'text'
  | 'optionalText'
  | 'secret'
  | 'decimal'
  | 'decimals'
  | 'number'
  | 'count'
  | 'limit'
  | 'choice'
  | 'flag';
export type FieldKinds = Readonly<Record<string, FieldKind>>;

/** What the fields show. Initial numbers are decimal strings in every language. */
export type Typed<F extends FieldKinds> = { readonly [K in keyof F]: F[K] extends 'flag' ? boolean : string };

interface ValueOf {
  readonly text: string;
  readonly optionalText: string | null;
  readonly secret: string;
  readonly decimal: string;
  readonly decimals: readonly string[] | undefined;
  readonly number: number;
  readonly count: number;
  readonly limit: number | null;
  readonly choice: string;
  readonly flag: boolean;
}

/** Values for the body; undefined for a field that is empty or cannot be parsed. */
export type Values<F extends FieldKinds> = { readonly [K in keyof F]: ValueOf[F[K]] };

/** A problem of a field: a code with values, or a sentence in the page's language. */
export type FieldIssue = Partial<Pick<ValidationIssue, 'code' | 'values' | 'message'>>;
export type FieldIssues<F extends FieldKinds> = { readonly [K in keyof F]?: FieldIssue };

const NUMERIC = new Set<FieldKind>(['decimal', 'number', 'count', 'limit']);
export const isNumeric = (kind: FieldKind | undefined): boolean => kind !== undefined && NUMERIC.has(kind);
export const isWhole = (kind: FieldKind | undefined): boolean => kind === 'count' || kind === 'limit';

export function shown(kind: FieldKind | undefined, value: string | boolean, language: string): string | boolean {
  if (typeof value !== 'string') return value;
  if (kind === 'decimals')
    return value
      .split(';')
      .map((part) => writeNumber(part, language))
      .join(';');
  return isNumeric(kind) ? writeNumber(value, language) : value;
}

/** What fields show of stored values: null, or one that is left out, is an empty text. */
export function typedOf<F extends FieldKinds>(kinds: F, stored: object): Typed<F> {
  const values = stored as Readonly<Record<string, unknown>>;
  const shownOf = (name: string) => (kinds[name] === 'flag' ? values[name] === true : String(values[name] ?? ''));
  return Object.fromEntries(Object.keys(kinds).map((name) => [name, shownOf(name)])) as Typed<F>;
}

/** Parses every field. A field that cannot be parsed has an issue and no value. */
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
  if (kind === 'decimals') return { value: text.split(';').map((part) => readNumber(part, language) ?? part.trim()) };
  const parsed = parseNumber(text, language);
  if (parsed.issue !== undefined) return { issue: numberIssue(parsed, isWhole(kind) ? 1000 : '1000.50') };
  return { value: kind === 'decimal' ? parsed.decimal : Number(parsed.decimal) };
}

/** @param example for text that is no number */
export function numberIssue(
  { issue: code, ...readings }: Exclude<TypedNumber, { readonly issue?: undefined }>,
  example: string | number,
): FieldIssue {
  return { code, values: code === 'BAD_DECIMAL' ? { example } : readings };
}

/** Keyboards must not correct codes. */
export const CODE_INPUT = { autoCapitalize: 'characters', autoCorrect: 'off', spellCheck: false } as const;

/** Not the type `email`, which rewrites addresses with letters outside ASCII. */
export const EMAIL_INPUT = {
  inputMode: 'email',
  autoCapitalize: 'off',
  autoCorrect: 'off',
  spellCheck: false,
} as const;

/** Of a field for a code of an authenticator (digits), or a recovery code. */
export const oneTimeCodeInput = (digits: boolean) => ({
  ...CODE_INPUT,
  inputMode: digits ? ('numeric' as const) : ('text' as const),
  ...(digits ? { autoCapitalize: 'off' as const } : {}),
});

let isPressed = false;
if (typeof window !== 'undefined') {
  window.addEventListener('pointerdown', () => (isPressed = true), true);
  for (const end of ['pointerup', 'pointercancel']) window.addEventListener(end, () => (isPressed = false), true);
}

/** An error that appears between press and release would move the pressed button, and its click would be lost. */
export function afterKeyPress(act: () => void): void {
  if (isPressed) window.addEventListener('pointerup', act, { once: true });
  else act();
}
