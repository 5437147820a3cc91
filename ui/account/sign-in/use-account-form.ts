import { PASSWORD_LENGTH } from '@perktree/contracts/account/password-length';
import type { RefusalCode } from '@perktree/contracts/kernel/refusals';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { forgetDraft, saveDraft, savedDraft } from '../../lib/forms/drafts.ts';
import { type FieldIssue, fieldIssueText } from '../../lib/forms/fields.ts';
import { loadRefusalWords } from '../../lib/public/refusal-words.ts';

/** What is checked before a form is sent; the server checks all else. */
export type FieldRule = 'optional' | 'required' | 'email' | 'new-password';
type Typed<F extends string> = Readonly<Record<F, string>>;

export interface AccountFormState<F extends string = string> {
  readonly typed: Typed<F>;
  readonly pending: boolean;
  readonly done: boolean;
  /** The call's failure, unless it belongs to a field. */
  readonly failure: unknown;
  /** For the `form` element, to focus the first invalid field. */
  readonly ref: React.RefObject<HTMLFormElement | null>;
  error(name: F): string | undefined;
  change(name: F, text: string): void;
  blur(name: F): void;
  /** @param part values in place of typed ones */
  submit(event?: FormEvent, part?: Partial<Typed<F>>): void;
  /** Clears `failure`. */
  dismiss(): void;
  reset(): void;
}

const NO_FAILURE = null;
/** All forms without a session share it: the address that was typed to log in is there to sign up. */
const DRAFT = 'account';
const KEPT: readonly string[] = ['firstName', 'lastName', 'email'];

/**
 * A form of the account pages, without the rules of all calls (lib/forms/use-form.ts: 45 KB). As there, a changed field is
 * checked when it loses the focus and then on every change, all fields on submit, and issues of the server are at their fields.
 */
export function useAccountForm<const F extends string>(options: {
  readonly fields: Readonly<Record<F, FieldRule>>;
  readonly send: (typed: Typed<F>) => Promise<unknown>;
  readonly onSuccess?: () => unknown;
  readonly refusals?: Readonly<Partial<Record<RefusalCode, F>>>;
}): AccountFormState<F> {
  type Issues = Readonly<Partial<Record<string, FieldIssue>>>;
  const names = Object.keys(options.fields) as F[];
  const empty = Object.fromEntries(names.map((name) => [name, ''])) as Typed<F>;
  const ref = useRef<HTMLFormElement>(null);
  const kept = names.filter((name) => KEPT.includes(name));
  const [typed, setTyped] = useState<Typed<F>>(() => {
    const { changed = {} } = savedDraft(DRAFT);
    return { ...empty, ...Object.fromEntries(kept.map((name) => [name, String(changed[name] ?? '')])) };
  });
  const [left, setLeft] = useState<ReadonlySet<F>>(new Set());
  const [serverIssues, setServerIssues] = useState<Issues>({});
  const [state, setState] = useState<'open' | 'pending' | 'done'>('open');
  const [failure, setFailure] = useState<unknown>(NO_FAILURE);
  const [refused, setRefused] = useState(0);
  /** From a press until its answer: pressed again before the next rendering, the form must not send twice. */
  const isSubmitting = useRef(false);

  useEffect(() => void loadRefusalWords(), []);
  // After rendering, when `aria-invalid` marks the fields.
  useEffect(() => {
    if (refused > 0) ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refused]);

  const issueOf = (name: F, text: string) => issueOfRule(options.fields[name], text);

  function issuesOf(error: unknown): Issues {
    if (!(error instanceof ApiError)) return {};
    const field = options.refusals?.[error.code as RefusalCode];
    const known = error.issues.filter(({ path }) => path in options.fields);
    return {
      ...Object.fromEntries(known.map((issue) => [issue.path, issue])),
      ...(field !== undefined && { [field]: { message: error.serverMessage } }),
    };
  }

  async function submit(part: Partial<Typed<F>>) {
    if (isSubmitting.current) return;
    const sent = { ...typed, ...part };
    setLeft(new Set(names));
    setServerIssues({});
    if (names.some((name) => issueOf(name, sent[name]))) return setRefused((count) => count + 1);
    isSubmitting.current = true;
    setFailure(NO_FAILURE);
    setState('pending');
    try {
      await options.send(sent);
      forgetDraft(DRAFT);
      setState('done');
    } catch (error) {
      const issues = issuesOf(error);
      setServerIssues(issues);
      if (Object.keys(issues).length === 0) setFailure(error);
      setState('open');
      setRefused((count) => count + 1);
      return;
    } finally {
      isSubmitting.current = false;
    }
    await options.onSuccess?.();
  }

  return {
    typed,
    ref,
    failure,
    pending: state === 'pending',
    done: state === 'done',
    error: (name) => {
      const issue = left.has(name) ? (serverIssues[name] ?? issueOf(name, typed[name])) : undefined;
      return issue && fieldIssueText(issue);
    },
    change: (name, text) => {
      setTyped((before) => ({ ...before, [name]: text }));
      if (kept.includes(name)) saveDraft(DRAFT, { changed: { ...savedDraft(DRAFT).changed, [name]: text } });
      setServerIssues(({ [name]: _, ...others }) => others);
      setFailure(NO_FAILURE);
    },
    blur: (name) => {
      if (typed[name] !== '') setLeft((before) => new Set(before).add(name));
    },
    submit: (event, part = {}) => {
      event?.preventDefault();
      void submit(part);
    },
    dismiss: () => setFailure(NO_FAILURE),
    reset: () => {
      setTyped(empty);
      setLeft(new Set());
      setServerIssues({});
    },
  };
}

function issueOfRule(rule: FieldRule, text: string): FieldIssue | undefined {
  const { min, max } = PASSWORD_LENGTH;
  if (rule === 'email') return /^\s*[^\s@]+@[^\s@]+\s*$/.test(text) ? undefined : { code: 'NOT_AN_EMAIL' };
  if (rule === 'required') return text === '' ? { code: 'REQUIRED' } : undefined;
  if (rule === 'optional') return undefined;
  if (text.length < min) return { code: 'TOO_SHORT', values: { min } };
  return text.length > max ? { code: 'TOO_LONG', values: { max } } : undefined;
}
