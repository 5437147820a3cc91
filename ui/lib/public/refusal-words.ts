import { fillSentence, formatDecimals as showNumber } from '@perktree/contracts/kernel/fill-sentence';
import { isolated } from '@perktree/contracts/kernel/isolated';
import { inTimeOrNull } from './time-limit.ts';

/** Sentences of refusals and field issues by code, with `{names}` to fill in. */
export interface RefusalWords {
  readonly refusals: Readonly<Record<string, string>>;
  readonly issues: Readonly<Record<string, string>>;
  /** Texts of values such as the status of a payout. */
  readonly words: Readonly<Record<string, string>>;
}

export interface Refusal {
  readonly code?: unknown;
  readonly message?: unknown;
  readonly values?: unknown;
  readonly issues?: unknown;
}

const catalogues = import.meta.glob<RefusalWords>('../../locales/refusals/*.json', { import: 'default' });
const loaded = new Map<string, RefusalWords>();

const language = () => globalThis.document?.documentElement.lang || 'en';

/**
 * Loads the sentences of the page's language. Null for English, which the server sends, and if they cannot be loaded
 * in time.
 */
export async function loadRefusalWords(): Promise<RefusalWords | null> {
  const tag = language();
  const load = catalogues[`../../locales/refusals/${tag}.json`];
  const words = loaded.get(tag) ?? (load === undefined ? null : await inTimeOrNull(load()));
  if (words !== null) loaded.set(tag, words);
  return words;
}

export const refusalWords = (): RefusalWords | null => loaded.get(language()) ?? null;

/** Fills the `{names}` of a sentence; numbers are formatted for the page's language. */
export function fillIn(sentence: string, values: unknown, words?: RefusalWords['words']): string {
  const known = (values ?? {}) as Readonly<Record<string, unknown>>;
  const shown = (name: string) => {
    const value = String(known[name] ?? '');
    return /^-?\d{1,15}(\.\d{1,6})?$/.test(value) ? showNumber(value, language()) : (words?.[value] ?? isolated(value));
  };
  return fillSentence(sentence, language(), shown, (name) => known[name]);
}

/** The refusal in the page's language by its code, else the server's message. Null if it has none. */
export function refusalText(refusal: Refusal, words: RefusalWords | null): string | null {
  const { code, message, values, issues } = refusal;
  if (code === 'VALIDATION_FAILED' && Array.isArray(issues) && issues.length > 0) {
    return issues.map((issue: Refusal) => issueText(issue, words)).join(' ');
  }
  const { kind } = (values ?? {}) as { kind?: unknown };
  const sentence = words?.refusals[`${code}.${kind}`] ?? words?.refusals[String(code)];
  if (sentence !== undefined) return fillIn(sentence, values, words?.words);
  return typeof message === 'string' ? message : null;
}

export function issueText({ code, message, values }: Refusal, words: RefusalWords | null): string {
  const sentence = words?.issues[String(code)] ?? words?.refusals[String(code)];
  return sentence === undefined ? String(message ?? code) : fillIn(sentence, values);
}
