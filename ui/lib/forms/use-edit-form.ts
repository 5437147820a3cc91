import type { Call, CallAnswer } from '@perktree/contracts/kernel/call';
import { isSameValue } from '@perktree/contracts/kernel/same-value';
import { useState } from 'react';
import { type CallRequest, callApi } from '../api.ts';
import { ApiError } from '../api-error.ts';
import { saveDraft, savedDraft } from './drafts.ts';
import { type FieldKinds, type Typed, typedOf, type Values } from './fields.ts';
import { type Form, type FormOptions, type FormParams, useDraftId, useForm } from './use-form.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * The request of a form that edits what is stored: the changed fields, and in `seen` what they were when the form showed them.
 * @param together fields that mean something only as a whole: if one changes, all are in `seen`
 * @param kinds of fields: of texts, "5" and "5.0" differ
 */
export function editOf(body: Fields, saved: Fields, together: readonly string[], kinds: FieldKinds = {}): Fields {
  const isSame = (field: string) =>
    /text/i.test(kinds[field] ?? '')
      ? (body[field] ?? null) === (saved[field] ?? null)
      : isSameValue(body[field], saved[field]);
  const changed = Object.keys(body).filter((field) => body[field] !== undefined && !isSame(field));
  if (changed.length === 0) return {};
  const read = together.some((field) => changed.includes(field)) ? [...new Set([...changed, ...together])] : changed;
  const pick = (from: Fields, fields: readonly string[]) =>
    Object.fromEntries(fields.map((field) => [field, from[field] ?? null]));
  return { ...pick(body, changed), seen: pick(saved, read) };
}

/** Fields that the person has emptied, though they cannot be: the call would keep what is stored. */
export function emptied(body: Fields, saved: Fields): readonly string[] {
  return Object.keys(body).filter((field) => body[field] === undefined && (saved[field] ?? null) !== null);
}

/** What another edit has put into fields since the form showed them; empty for every other refusal. */
export function changedMeanwhile({ code, issues }: Pick<ApiError, 'code' | 'issues'>): Fields {
  return code === 'EDITED_MEANWHILE' ? Object.fromEntries(issues.map(({ path, current }) => [path, current])) : {};
}

type Body = Readonly<Record<string, unknown>>;

interface EditFormOptions<F extends FieldKinds, C extends Call, S extends object>
  extends Omit<FormOptions<F, C>, 'initial'> {
  /** What is stored, by the fields of the body. It may be refreshed: the form keeps what it showed at the first change. */
  readonly saved: S;
  /** Default: the stored values. */
  readonly initial?: (saved: S) => Typed<F>;
  /** Fields that mean something only as a whole. */
  readonly together?: readonly (keyof S & string)[];
  /** The body that is sent. Default: the changed fields, and what they were. */
  readonly edit?: (body: Body, saved: S, values: Values<F>) => Body;
  /** Called with what is stored when the person takes it over, for contents that are no fields of the form. */
  readonly onTaken?: (saved: S) => void;
  /** More that is known of what is stored, from the values of a refused request. */
  readonly known?: (values: Values<F>) => Partial<S>;
}

/** Fields that another edit has changed since the form showed them. */
export interface EditConflict {
  /** By the field of the body: what is stored now, and what this form has. Fields that the form does not send have no `own`. */
  readonly fields: readonly { readonly field: string; readonly current: unknown; readonly own: unknown }[];
  /** Saves the form's values over the stored ones at the next submit. */
  keepOwn(): void;
  /** Shows the stored values in the form. */
  takeCurrent(): void;
}

interface EditForm<F extends FieldKinds> extends Form<F> {
  /** Null: none. */
  readonly conflict: EditConflict | null;
}

interface Refusal {
  readonly current: Body;
  readonly own: Body;
}

/**
 * A form that edits something stored. It sends the fields that the person has changed, so that it does not undo what others
 * change meanwhile. Where both have changed the same field, the server refuses, and the person chooses (`EditedMeanwhile`).
 */
export function useEditForm<const F extends FieldKinds, C extends Call, S extends object>(
  options: EditFormOptions<F, C, S> & FormParams<C>,
): EditForm<F> {
  const draft = useDraftId(options);
  const [opened, setOpened] = useState<S | null>(() => (savedDraft(draft).seen as S | undefined) ?? null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const saved = opened ?? options.saved;
  const { send = (request: CallRequest<C>) => callApi(options.call, request), together = [] } = options;
  const { edit = (body: Body) => editOf(body, saved as Body, together, options.fields) } = options;
  const { initial = (stored: S) => typedOf(options.fields, stored) } = options;

  const form = useForm<F, C>({
    ...options,
    initial: initial(saved),
    check: (values: Values<F>) => ({
      ...Object.fromEntries(
        emptied(options.body(values) as Body, saved as Body).map((field) => [field, { code: 'REQUIRED' }]),
      ),
      ...options.check?.(values),
    }),
    async send(request: CallRequest<C>, values: Values<F>) {
      const own = request.body as Body;
      try {
        return await send({ ...request, body: edit(own, saved, values) } as never, values);
      } catch (error) {
        const current = error instanceof ApiError ? changedMeanwhile(error) : {};
        if (Object.keys(current).length > 0) setRefusal({ current: { ...current, ...options.known?.(values) }, own });
        throw error;
      }
    },
    onSuccess(answer: CallAnswer<C>) {
      setOpened(null);
      setRefusal(null);
      return options.onSuccess?.(answer);
    },
    onError(error: Error) {
      if (!isConflict(error)) options.onError?.(error);
    },
  } as never);

  function settle({ current }: Refusal): { before: Typed<F>; after: Typed<F>; next: S } {
    const next = { ...saved, ...current };
    setOpened(next);
    saveDraft(draft, { seen: next });
    setRefusal(null);
    form.dismiss();
    return { before: initial(saved), after: initial(next), next };
  }

  const conflict = refusal && {
    fields: Object.keys(refusal.current)
      .filter((field) => refusal.own[field] !== undefined)
      .map((field) => ({ field, current: refusal.current[field], own: refusal.own[field] })),
    keepOwn() {
      settle(refusal);
      // Removes the server's issue from the field.
      for (const name of Object.keys(refusal.current))
        if (name in form.typed) form.change(name, form.typed[name] as never);
    },
    takeCurrent() {
      const { before, after, next } = settle(refusal);
      for (const name of Object.keys(after))
        if (before[name] !== after[name] || name in refusal.current) form.put(name, after[name] as never);
      options.onTaken?.(next);
    },
  };

  /** From the first change on, the form keeps what it showed. */
  function opening<A extends readonly unknown[]>(change: (...args: A) => void): (...args: A) => void {
    return (...args) => {
      if (opened === null) {
        setOpened(options.saved);
        saveDraft(draft, { seen: options.saved });
      }
      change(...args);
    };
  }
  return {
    ...form,
    change: opening(form.change) as Form<F>['change'],
    put: opening(form.put) as Form<F>['put'],
    reset() {
      setOpened(null);
      setRefusal(null);
      form.reset();
    },
    failure: isConflict(form.failure) ? null : form.failure,
    conflict,
  };
}

const isConflict = (error: Error | null): boolean => error instanceof ApiError && error.code === 'EDITED_MEANWHILE';
