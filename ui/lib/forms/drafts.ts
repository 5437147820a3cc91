import { sessionStore } from '../storage.ts';
import type { FieldKinds, Typed } from './fields.ts';

/**
 * What was typed into a form and not sent, for this tab: it outlasts a reload, another page and a new login of the same
 * account. Passwords and one-time codes are never kept.
 */
export interface Draft {
  readonly changed?: Readonly<Record<string, string | boolean>>;
  /** What an edit form showed when it was changed. */
  readonly seen?: object;
}

const KEY = 'drafts';
const all = (): Readonly<Record<string, Draft>> => JSON.parse(sessionStore.get(KEY) ?? '{}');

export const savedDraft = (id: string): Draft => all()[id] ?? {};

export function saveDraft(id: string, part: Draft): void {
  const drafts = all();
  sessionStore.set(KEY, JSON.stringify({ ...drafts, [id]: { ...drafts[id], ...part } }));
}

export function forgetDraft(id: string): void {
  const { [id]: _, ...others } = all();
  sessionStore.set(KEY, JSON.stringify(others));
}

export const forgetDrafts = (): void => sessionStore.remove(KEY);

/** The fields of a draft that may be kept and that the form has. */
export function keptOf<F extends FieldKinds>(kinds: F, changed: Draft['changed'] = {}): Partial<Typed<F>> {
  const isKept = (name: string) => name in kinds && kinds[name] !== 'secret' && name !== 'oneTimeCode';
  return Object.fromEntries(Object.entries(changed).filter(([name]) => isKept(name))) as Partial<Typed<F>>;
}
