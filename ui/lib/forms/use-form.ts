import { calls } from '@perktree/contracts/catalogue/calls';
import type { Call, CallAnswer, CallBody, CallParams } from '@perktree/contracts/kernel/call';
import type { RefusalCode } from '@perktree/contracts/kernel/refusals';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { type CallRequest, callApi, pathParts, type RequestPart } from '../api.ts';
import { ApiError, isRefusal } from '../api-error.ts';
import { loadRefusalWords } from '../public/refusal-words.ts';
import { inTimeOrNull } from '../public/time-limit.ts';
import { type Outcome, queryKeyOf, useOutcome } from '../use-api.ts';
import { useLocale } from '../use-locale.ts';
import { type Draft, forgetDraft, keptOf, saveDraft, savedDraft } from './drafts.ts';
import {
  type FieldIssue,
  type FieldIssues,
  type FieldKind,
  type FieldKinds,
  fieldIssueText,
  readFields,
  shown,
  type Typed,
  typedOf,
  type Values,
} from './fields.ts';

export type Rules = typeof import('./rules.ts');

let loaded: Rules | null = null;

/** The rules of the calls with their texts. Null if they cannot be loaded in time: the server validates anyway. */
export async function loadRules(): Promise<Rules | null> {
  const [rules] = await Promise.all([inTimeOrNull(import('./rules.ts')), loadRefusalWords()]);
  loaded = rules;
  return rules;
}

export interface FormOptions<F extends FieldKinds, C extends Call> extends Outcome<CallAnswer<C>> {
  readonly fields: F;
  /** Initial field contents, numbers as decimal strings; default: empty, and off. They may arrive later from a query. */
  readonly initial?: Partial<Typed<F>>;
  /** The call that the form sends, whose rules validate the body. */
  readonly call: C;
  readonly body: (values: Values<F>) => CallBody<C>;
  /** Path of the fields in the body, such as `splits.0.`. Default: the top level. */
  readonly prefix?: string;
  /** Names the form among those of the same call, for its draft. Default: the path of the call. Null: it has no draft. */
  readonly draft?: string | null;
  /** Extra rules that need more than the body. They take precedence. */
  readonly check?: (values: Values<F>) => FieldIssues<F>;
  /** Sends the request. Default: calls `call` once. */
  readonly send?: (request: CallRequest<C>, values: Values<F>) => Promise<CallAnswer<C>>;
  /** After the toast. Pending until it resolves. */
  readonly onSuccess?: (answer: CallAnswer<C>) => unknown;
  readonly onError?: (error: Error) => void;
  /** Refusals that belong to a field, with a sentence if the refusal's own does not fit. */
  readonly refusals?: Readonly<Partial<Record<RefusalCode, readonly [field: keyof F & string, text?: string]>>>;
  /** Called when a submit is blocked by these fields. */
  readonly onInvalid?: (issues: FieldIssues<F>) => void;
}

export type FormParams<C extends Call> = RequestPart<'params', CallParams<C>>;

export interface Form<F extends FieldKinds = FieldKinds> {
  readonly kinds: F;
  readonly typed: Typed<F>;
  readonly values: Values<F>;
  readonly pending: boolean;
  /** A field was changed since the form was opened or reset. */
  readonly isChanged: boolean;
  /** It shows what was typed before and not sent. */
  readonly isRestored: boolean;
  readonly done: boolean;
  /** The call's failure, unless it belongs to a field or a toast shows it. */
  readonly failure: Error | null;
  /** For the `form` element, to focus the first invalid field. */
  readonly ref: React.RefObject<HTMLFormElement | null>;
  /** The field's error in the page's language, once it should be shown. */
  error(name: keyof F): string | undefined;
  change<K extends keyof F>(name: K, typed: Typed<F>[K]): void;
  /** Sets a value from a control such as a slider; numbers as decimal strings. */
  put<K extends keyof F>(name: K, value: Typed<F>[K]): void;
  blur(name: keyof F): void;
  /** @param part values that replace typed ones, such as those of a scanned QR code */
  submit(event?: FormEvent, part?: Partial<Typed<F>>): void;
  /** Clears `failure`. */
  dismiss(): void;
  /** Forgets what was typed. */
  reset(): void;
}

/** What was changed in a form, kept as its draft. @param kinds of the fields that the draft keeps */
function useChanges<F extends FieldKinds>(kinds: F, draft: string) {
  const [restored, setRestored] = useState(() => keptOf(kinds, savedDraft(draft).changed));
  const [changed, setChanged] = useState<Partial<Typed<F>>>(restored);
  const kept = JSON.stringify(keptOf(kinds, changed as Draft['changed']));
  useEffect(() => {
    if (kept !== '{}') saveDraft(draft, { changed: JSON.parse(kept) });
  }, [draft, kept]);
  function forget() {
    forgetDraft(draft);
    setRestored({});
    setChanged({});
  }
  return { changed, setChanged, isRestored: Object.keys(restored).length > 0, forget };
}

/** The field for a path in the body, or null. The path of a list item belongs to the list's field. */
function fieldAt(path: string, { fields, prefix = '' }: Pick<FormOptions<FieldKinds, Call>, 'fields' | 'prefix'>) {
  const name = path.startsWith(prefix) ? path.slice(prefix.length) : '';
  const [, list = ''] = /^(\w+)\.\d+$/.exec(name) ?? [];
  return name in fields ? name : list in fields ? list : null;
}

function issuesOf<F extends FieldKinds, C extends Call>(error: Error | null, options: FormOptions<F, C>) {
  if (!(error instanceof ApiError)) return {};
  const [field, text] = options.refusals?.[error.code as RefusalCode] ?? [];
  const found = error.issues.map((issue) => [fieldAt(issue.path, options), issue]).filter(([name]) => name !== null);
  const refused = field === undefined ? {} : { [field]: { message: text ?? error.serverMessage } };
  return { ...Object.fromEntries(found), ...refused } as FieldIssues<F>;
}

/** What the call's rules, if they are loaded, and the form's own say about its values. */
function issuesOfValues<F extends FieldKinds, C extends Call>(
  rules: Rules | null,
  { values, issues: unreadable }: ReturnType<typeof readFields<F>>,
  options: FormOptions<F, C>,
) {
  const found: Record<string, FieldIssue | undefined> = {};
  for (const issue of rules?.issuesOfBody(options.call, options.body(values)) ?? []) {
    const name = fieldAt(issue.path, options);
    if (name !== null) found[name] = issue;
  }
  return { ...found, ...options.check?.(values), ...unreadable } as FieldIssues<F>;
}

/** Fields with a date that lacks a part, such as its time: browsers report them as empty. */
function incompleteFields<F extends FieldKinds>(form: HTMLFormElement | null, kinds: F, message: string) {
  const inputs = [...(form?.elements ?? [])] as Partial<HTMLInputElement>[];
  const incomplete = inputs.filter(({ name = '', validity }) => name in kinds && validity?.badInput);
  return Object.fromEntries(incomplete.map(({ name }) => [name, { message }])) as FieldIssues<F>;
}

/**
 * State and validation of every form. A changed field is validated when it loses the focus and then on every change;
 * all fields on submit. Typed text is never altered. Issues that the server reports appear at their fields.
 */
export function useForm<const F extends FieldKinds, C extends Call>(
  options: FormOptions<F, C> & FormParams<C>,
): Form<F> {
  const { fields: kinds, call, body, params } = options;
  const initial: Typed<F> = { ...typedOf(kinds, {}), ...options.initial };
  const { send = (request: CallRequest<C>) => callApi(call, request) } = options;
  const { t, language } = useLocale();

  const ref = useRef<HTMLFormElement>(null);
  const [rules, setRules] = useState(loaded);
  const draft = useDraftId(options);
  const { changed, setChanged, isRestored, forget } = useChanges(options.draft === null ? ({} as F) : kinds, draft);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [serverIssues, setServerIssues] = useState<FieldIssues<F>>({});
  const [refusals, setRefusals] = useState(0);

  useEffect(() => void loadRefusalWords(), []);
  // After rendering, when `aria-invalid` marks the fields.
  useEffect(() => {
    if (refusals > 0) ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusals]);

  const typed = Object.fromEntries(
    Object.keys(kinds).map((name: keyof F & string) => [
      name,
      changed[name] ?? shown(kinds[name], initial[name], language),
    ]),
  ) as Typed<F>;
  const shownNow = readFields(kinds, typed, language);
  const issues: FieldIssues<F> = { ...issuesOfValues(rules, shownNow, options), ...serverIssues };

  /** From a press until its answer: pressed again before the next rendering, the form must not send twice. */
  const isSubmitting = useRef(false);
  const outcome = useOutcome(options);
  const mutation = useMutation({
    mutationFn: (sent: Values<F>) => send({ params, body: body(sent) } as never, sent),
    onSuccess(answer) {
      forgetDraft(draft);
      outcome.onSuccess(answer);
      return options.onSuccess?.(answer);
    },
    onError: (error: Error) => {
      setServerIssues(issuesOf(error, options));
      setRefusals((count) => count + 1);
      // The form shows what another person has changed.
      if (!isRefusal(error, 'EDITED_MEANWHILE')) outcome.onError(error);
      options.onError?.(error);
    },
    onSettled: () => {
      isSubmitting.current = false;
    },
  });

  async function submit(part: Partial<Typed<F>>) {
    if (isSubmitting.current) return;
    isSubmitting.current = true;
    const known = rules ?? (await loadRules());
    setRules(known);
    const incomplete = incompleteFields(ref.current, kinds, t('incomplete'));
    // As for an issue of the server, typing removes it.
    setServerIssues(incomplete);
    setLeft(new Set(Object.keys(kinds)));
    const read = readFields(kinds, { ...typed, ...part }, language);
    const wrong = { ...issuesOfValues(known, read, options), ...incomplete };
    if (Object.values(wrong).every((issue) => issue === undefined)) return mutation.mutate(read.values);
    isSubmitting.current = false;
    setRefusals((count) => count + 1);
    options.onInvalid?.(wrong);
  }

  function change<K extends keyof F>(name: K, value: Typed<F>[K]) {
    // Not before: the rules are larger than a page with a form.
    if (rules === null) void loadRules().then(setRules);
    setChanged((before) => ({ ...before, [name]: value }));
    setServerIssues(({ [name]: _, ...others }) => others as FieldIssues<F>);
    if (mutation.isError) mutation.reset();
    if (NOT_TYPED.has(kinds[name] as FieldKind)) setLeft((before) => new Set(before).add(name as string));
  }

  return {
    kinds,
    typed,
    values: shownNow.values,
    pending: mutation.isPending,
    isChanged: Object.keys(changed).length > 0,
    isRestored: isRestored && !mutation.isSuccess,
    done: mutation.isSuccess,
    failure: options.failed || Object.keys(issuesOf(mutation.error, options)).length > 0 ? null : mutation.error,
    ref,
    error: (name) => {
      const issue = left.has(name as string) ? issues[name] : undefined;
      return issue && fieldIssueText(issue);
    },
    change,
    put: (name, value) => change(name, shown(kinds[name], value, language) as Typed<F>[typeof name]),
    blur: (name) => {
      if (changed[name] !== undefined) setLeft((before) => new Set(before).add(name as string));
    },
    submit: (event, part = {}) => {
      event?.preventDefault();
      // React bubbles events of a dialog into the form that opened it.
      event?.stopPropagation();
      void submit(part);
    },
    dismiss: () => mutation.reset(),
    reset: () => {
      forget();
      setLeft(new Set());
      setServerIssues({});
    },
  };
}

/** The id of a form's draft: the form among all others, and the account, because no other one sees it. */
export function useDraftId(form: {
  readonly call: Call;
  readonly draft?: string | null | undefined;
  readonly params?: unknown;
}): string {
  const { call, draft, params } = form;
  const user = useQueryClient().getQueryData<{ readonly id: string }>(queryKeyOf(calls.user));
  const name = draft ?? pathParts(call.path, params as Readonly<Record<string, string>>).join('/');
  return `${user?.id ?? ''} ${call.method} ${name}`;
}

const NOT_TYPED = new Set<FieldKind>(['choice', 'flag']);
