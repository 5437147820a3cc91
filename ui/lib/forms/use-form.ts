import type { Call, CallAnswer, CallBody } from '@perktree/contracts/http/call';
import type { RefusalCode } from '@perktree/contracts/refusals';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../api-error.ts';
import {
  type FieldIssue,
  type FieldIssues,
  type FieldKind,
  type FieldKinds,
  readFields,
  shown,
  type Typed,
  type Values,
} from './fields.ts';
import { fieldIssueText, loadedRules, loadRules, type Rules } from './load-rules.ts';

export interface FormOptions<F extends FieldKinds, C extends Call> {
  readonly fields: F;
  /** What the fields show until they are changed; numbers as decimal strings. It may arrive later, by a query. */
  readonly initial: Typed<F>;
  /** The call whose rules the body is checked against. */
  readonly call: C;
  readonly body: (values: Values<F>) => CallBody<C>;
  /** Where the fields are in the body, such as `splits.0.`; default: at its top. */
  readonly prefix?: string;
  /** What is wrong by rules that need more than the body. They come first. */
  readonly check?: (values: Values<F>) => FieldIssues<F>;
  readonly send: (body: CallBody<C>, values: Values<F>) => Promise<CallAnswer<C>>;
  readonly onSuccess?: (answer: CallAnswer<C>) => unknown;
  readonly onError?: (error: Error) => void;
  /** Refusals of the call that are about one field, with the sentence beside it where the refusal's own does not fit. */
  readonly refusals?: Readonly<Partial<Record<RefusalCode, readonly [field: keyof F & string, text?: string]>>>;
  /** The form was submitted and is not sent, because of these fields. */
  readonly onInvalid?: (issues: FieldIssues<F>) => void;
}

/** A form of a screen, and what its fields need of it. */
export interface Form<F extends FieldKinds = FieldKinds> {
  readonly kinds: F;
  readonly typed: Typed<F>;
  readonly values: Values<F>;
  readonly pending: boolean;
  /** It was sent and taken. */
  readonly done: boolean;
  /** Why it was not taken, where no field is the reason. */
  readonly failure: Error | null;
  /** For the `form` element, so that the first wrong field can be focused. */
  readonly ref: React.RefObject<HTMLFormElement | null>;
  /** What is wrong with a field, in the person's language, once it is time to say so. */
  error(name: keyof F): string | undefined;
  /** The person types or chooses. */
  change<K extends keyof F>(name: K, typed: Typed<F>[K]): void;
  /** A control such as a slider sets a value: numbers as decimal strings. */
  put<K extends keyof F>(name: K, value: Typed<F>[K]): void;
  blur(name: keyof F): void;
  /** @param part values in place of what is typed, such as of a QR that was scanned */
  submit(event?: FormEvent, part?: Partial<Typed<F>>): void;
  /** Forgets `failure`. */
  dismiss(): void;
  /** Back to the initial values. */
  reset(): void;
}

/**
 * The one way in which forms work. Every field is checked by the rules of its call: a changed field when it is left and
 * from then on with every change, all fields when the form is submitted. What was typed is never changed. What the
 * server finds wrong is shown at its field.
 */
export function useForm<const F extends FieldKinds, C extends Call>(options: FormOptions<F, C>): Form<F> {
  type Name = keyof F & string;
  const { fields: kinds, initial, call, body, prefix = '', check, send } = options;
  const { i18n } = useTranslation();
  const { language } = i18n;
  const ref = useRef<HTMLFormElement>(null);
  const [rules, setRules] = useState(loadedRules());
  const [changed, setChanged] = useState<Partial<Typed<F>>>({});
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [serverIssues, setServerIssues] = useState<FieldIssues<F>>({});
  const [refusals, setRefusals] = useState(0);

  useEffect(() => void loadRules().then(setRules), []);
  // After the errors are drawn: `aria-invalid` marks the wrong fields.
  useEffect(() => {
    if (refusals > 0) ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusals]);

  const typed = Object.fromEntries(
    Object.keys(kinds).map((name) => [
      name,
      changed[name as Name] ?? shown(kinds[name], initial[name as Name], language),
    ]),
  ) as Typed<F>;
  const shownNow = readFields(kinds, typed, language);

  function issuesWith(known: Rules | null, { values, issues: unreadable } = shownNow): FieldIssues<F> {
    const found: Record<string, FieldIssue | undefined> = {};
    for (const issue of known?.issuesOfBody(call, body(values)) ?? []) {
      const name = issue.path.startsWith(prefix) ? issue.path.slice(prefix.length) : '';
      if (name in kinds) found[name] = issue;
    }
    return { ...found, ...check?.(values), ...unreadable } as FieldIssues<F>;
  }
  const issues: FieldIssues<F> = { ...issuesWith(rules), ...serverIssues };

  const mutation = useMutation({
    mutationFn: (sent: Values<F>) => send(body(sent), sent),
    onSuccess: (answer) => options.onSuccess?.(answer),
    onError: (error: Error) => {
      setServerIssues(issuesOf(error) as FieldIssues<F>);
      setRefusals((count) => count + 1);
      options.onError?.(error);
    },
  });

  /** What the server found wrong, by the form's fields. */
  function issuesOf(error: Error | null): Record<string, FieldIssue> {
    if (!(error instanceof ApiError)) return {};
    const own = error.issues.filter(({ path }) => path.startsWith(prefix) && path.slice(prefix.length) in kinds);
    const [field, text] = options.refusals?.[error.code as RefusalCode] ?? [];
    return {
      ...Object.fromEntries(own.map((issue) => [issue.path.slice(prefix.length), issue])),
      ...(field === undefined ? {} : { [field]: { message: text ?? error.serverMessage } }),
    };
  }

  const submitting = useRef(false);
  async function submit(part: Partial<Typed<F>>) {
    if (submitting.current || mutation.isPending) return;
    submitting.current = true;
    const known = rules ?? (await loadRules());
    submitting.current = false;
    setRules(known);
    setServerIssues({});
    setLeft(new Set(Object.keys(kinds)));
    const read = readFields(kinds, { ...typed, ...part }, language);
    const wrong = issuesWith(known, read);
    if (Object.values(wrong).every((issue) => issue === undefined)) return mutation.mutate(read.values);
    setRefusals((count) => count + 1);
    options.onInvalid?.(wrong);
  }

  function change<K extends keyof F>(name: K, value: Typed<F>[K]) {
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
    done: mutation.isSuccess,
    failure: Object.keys(issuesOf(mutation.error)).length > 0 ? null : mutation.error,
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
      // The events of a dialog bubble through React's tree, also into a form that it was opened from.
      event?.stopPropagation();
      void submit(part);
    },
    dismiss: () => mutation.reset(),
    reset: () => {
      setChanged({});
      setLeft(new Set());
      setServerIssues({});
    },
  };
}

const NOT_TYPED = new Set<FieldKind>(['choice', 'flag']);
