import { ISSUES } from '@perktree/contracts/issue-codes';
import { issueText, loadRefusalWords, refusalWords } from '../public/refusal-words.ts';
import type { FieldIssue } from './fields.ts';

export type Rules = typeof import('./rules.ts');

let loaded: Rules | null = null;

/** The rules of the calls with their texts. Null if they cannot be loaded: the server validates anyway. */
export async function loadRules(): Promise<Rules | null> {
  const [rules] = await Promise.all([import('./rules.ts').catch(() => null), loadRefusalWords()]);
  loaded = rules;
  return rules;
}

export const loadedRules = (): Rules | null => loaded;

const ENGLISH = { refusals: {}, issues: ISSUES, words: {} };

/** The issue's text in the page's language. */
export const fieldIssueText = (issue: FieldIssue): string => issueText(issue, refusalWords() ?? ENGLISH);
