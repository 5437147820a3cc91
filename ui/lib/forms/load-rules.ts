import { ISSUES } from '@perktree/contracts/issue-codes';
import { issueText, loadRefusalWords, refusalWords } from '../plain/refusal-words.ts';
import type { FieldIssue } from './fields.ts';

export type Rules = typeof import('./rules.ts');

let loaded: Rules | null = null;

/** The rules of the calls, with the words for what is wrong. Null where they cannot be loaded: the server checks again. */
export async function loadRules(): Promise<Rules | null> {
  const [rules] = await Promise.all([import('./rules.ts').catch(() => null), loadRefusalWords()]);
  loaded = rules;
  return rules;
}

export const loadedRules = (): Rules | null => loaded;

const ENGLISH = { refusals: {}, issues: ISSUES, words: {} };

/** What is wrong with a field, in the person's language. */
export const fieldIssueText = (issue: FieldIssue): string => issueText(issue, refusalWords() ?? ENGLISH);
