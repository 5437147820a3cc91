import { ISSUES } from '@perktree/contracts/kernel/issue-codes';
import { issueText, refusalWords } from '../public/refusal-words.ts';
import type { FieldIssue } from './fields.ts';

const ENGLISH = { refusals: {}, issues: ISSUES, words: {} };

/** The issue's text in the page's language. */
export const fieldIssueText = (issue: FieldIssue): string => issueText(issue, refusalWords() ?? ENGLISH);
