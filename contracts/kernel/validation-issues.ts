import type { z } from 'zod';
import { fillSentence } from './fill-sentence.ts';
import { ISSUES, type IssueCode, type IssueValues, rule, type ValidationIssue } from './issue-codes.ts';
import { Refused } from './refusals.ts';

export type { ValidationIssue } from './issue-codes.ts';

export function validationIssue(path: string, code: IssueCode, values: IssueValues = {}): ValidationIssue {
  const message = fillSentence(ISSUES[code], 'en', (name) => String(values[name] ?? ''));
  return { path, code, message, ...(Object.keys(values).length > 0 ? { values } : {}) };
}

/**
 * Checks a value against a contract's schema.
 * @param whole names the value itself where no field of it is wrong, such as `body`
 * @returns the parsed value, or one issue for each wrong field in the order of the schema
 */
export function checkFields<S extends z.ZodType>(
  schema: S,
  value: unknown,
  whole = 'body',
): { readonly data: z.output<S> } | { readonly issues: readonly ValidationIssue[] } {
  const parsed = schema.safeParse(value);
  if (parsed.success) return { data: parsed.data };
  // Again with the inputs, which tell a missing field from a wrong one. Most values fit, and an option makes zod slow.
  const { issues = [] } = schema.safeParse(value, { reportInput: true }).error ?? {};
  const byPath = new Map<string, ValidationIssue>();
  for (const issue of issues.flatMap((found) => issuesOf(found, whole))) {
    const first = byPath.get(issue.path);
    if (first === undefined || isOfEveryNumber(first)) byPath.set(issue.path, issue);
  }
  return { issues: [...byPath.values()] };
}

/** The limits of all whole numbers, which zod names before the field's own. */
const isOfEveryNumber = ({ values }: ValidationIssue) =>
  values?.max === Number.MAX_SAFE_INTEGER || values?.min === Number.MIN_SAFE_INTEGER;

/** A request that is refused because of its fields: VALIDATION_FAILED with one issue for each. */
export function invalidFields(issues: readonly ValidationIssue[]): Refused {
  const [first] = issues;
  return new Refused('VALIDATION_FAILED', { detail: first ? `${first.path}: ${first.message}` : '' }, issues);
}

export function invalidField(path: string, code: IssueCode, values?: IssueValues): Refused {
  return invalidFields([validationIssue(path, code, values)]);
}

function issuesOf(issue: z.core.$ZodIssue, whole: string): ValidationIssue[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => validationIssue([...issue.path, key].join('.'), 'UNKNOWN_FIELD'));
  }
  const [code, values] = rule.parse(issue.message) ?? codeOf(issue);
  return [validationIssue(issue.path.join('.') || whole, code, values)];
}

type Found = readonly [IssueCode, IssueValues?];

/** The code of a rule that zod itself has a sentence for. */
function codeOf(issue: z.core.$ZodIssue): Found {
  if (issue.input === undefined || issue.input === null) return ['REQUIRED'];
  switch (issue.code) {
    case 'invalid_type':
      return wrongType(issue.expected);
    case 'too_small':
      return tooSmall(issue);
    case 'too_big':
      return tooBig(issue);
    case 'invalid_value':
      return ['NOT_A_CHOICE', { choices: issue.values.join(', ') }];
    case 'invalid_format':
      return [FORMATS[issue.format] ?? 'BAD_FORMAT'];
    default:
      return ['BAD_FORMAT'];
  }
}

const FORMATS: Readonly<Record<string, IssueCode>> = {
  email: 'NOT_AN_EMAIL',
  url: 'NOT_A_URL',
  uuid: 'NOT_AN_ID',
  datetime: 'NOT_A_TIME',
  date: 'NOT_A_DATE',
};

function wrongType(expected: string): Found {
  if (expected === 'number') return ['NOT_A_NUMBER'];
  return expected === 'int' ? ['NOT_WHOLE'] : ['WRONG_TYPE', { expected }];
}

function tooSmall({ origin, minimum, inclusive }: z.core.$ZodIssueTooSmall): Found {
  const min = Number(minimum);
  if (origin === 'string') return min <= 1 ? ['REQUIRED'] : ['TOO_SHORT', { min }];
  if (origin === 'array') return ['TOO_FEW', { min }];
  return [inclusive === false ? 'NOT_ABOVE' : 'TOO_SMALL', { min }];
}

function tooBig({ origin, maximum }: z.core.$ZodIssueTooBig): Found {
  const max = Number(maximum);
  if (origin === 'string') return ['TOO_LONG', { max }];
  return [origin === 'array' ? 'TOO_MANY' : 'TOO_BIG', { max }];
}
