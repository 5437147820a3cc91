import { LANGUAGES, type Language } from '@perktree/contracts/kernel/languages';
import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { PHONE, switchTo, type Viewport } from './open-screen.tsx';

/** A text of the page; a pair: its English and its Spanish. */
export type Words = string | readonly [en: string, es: string];

/** What the page, or the dialog or menu over it, shows word for word. */
export interface Seen {
  readonly headings?: readonly Words[];
  readonly buttons?: readonly Words[];
  readonly links?: readonly Words[];
  readonly tabs?: readonly Words[];
  readonly items?: readonly Words[];
  readonly dialog?: Words;
  readonly fields?: readonly Words[];
  /** Each is all text of an element, or of a part of it between other elements. */
  readonly texts?: readonly Words[];
  readonly parts?: readonly RegExp[];
}

const ROLES = { headings: 'heading', buttons: 'button', links: 'link', tabs: 'tab', items: 'menuitem' } as const;
type Kind = keyof typeof ROLES;

export const inLanguage = (text: Words, language: Language): string =>
  typeof text === 'string' ? text : text[language === 'es' ? 1 : 0];

/** Waits until the page shows all of these. */
export const see = (seen: Seen, language: Language = 'en'): Promise<void> =>
  expect.poll(() => sought(seen, language, false)).toEqual([]);

/** Checks that the page, which has shown its data, shows none of these. */
export const seeNot = (seen: Seen, language: Language = 'en'): void => expect(sought(seen, language, true)).toEqual([]);

/**
 * Does the same with the open screen in English and, after a switch, in Spanish.
 * @param act gets a function that chooses a text
 * @param viewport of the second turn; left out: as it is
 */
export async function inBoth(
  act: (say: (words: Words) => string, language: Language) => Promise<unknown>,
  viewport?: Viewport,
): Promise<void> {
  for (const language of LANGUAGES) {
    if (language !== document.documentElement.lang) await switchTo({ language, viewport });
    await act((words) => inLanguage(words, language), language);
  }
}

/** What the open screen shows in both languages, then on the width of a phone, and what it does not show. */
export const seeInBoth = (seen: Seen, not: Seen = {}): Promise<void> =>
  inBoth(async (_, language) => {
    await see(seen, language);
    seeNot(not, language);
  }, PHONE);

/** The texts of the topmost dialog or menu, else of the page without its menu: of each visible element all its text, and each text in it. */
function shownTexts(): string[] {
  const modals = document.querySelectorAll('[role=dialog], dialog[open], [role=menu]');
  const scope = [...modals].at(-1) ?? document.querySelector('main') ?? document.body;
  return [...scope.querySelectorAll('*')]
    .filter((element) => element.checkVisibility({ visibilityProperty: true }))
    .flatMap((element) => [element, ...[...element.childNodes].filter((node) => node instanceof Text)])
    .map(({ textContent }) => (textContent ?? '').replace(/\s+/g, ' ').trim());
}

/** Those of the texts that are shown, or that are not. */
function sought(seen: Seen, language: Language, wanted: boolean): string[] {
  const texts = shownTexts();
  const found: (readonly [what: string, isShown: boolean])[] = [];
  for (const [kind, role] of Object.entries(ROLES) as [Kind, (typeof ROLES)[Kind]][]) {
    for (const text of seen[kind] ?? []) {
      const name = inLanguage(text, language);
      const locator = page.getByRole(role, { name, exact: true });
      found.push([`${role} ${name}`, locator.elements().some((one) => one.checkVisibility())]);
    }
  }
  if (seen.dialog) {
    const name = inLanguage(seen.dialog, language);
    found.push([`dialog ${name}`, page.getByRole('dialog', { name, exact: true }).elements().length === 1]);
  }
  for (const text of seen.fields ?? []) {
    const name = inLanguage(text, language);
    found.push([`field ${name}`, page.getByLabelText(name).elements().length > 0]);
  }
  for (const text of seen.texts ?? []) {
    const said = inLanguage(text, language);
    found.push([said, texts.includes(said)]);
  }
  for (const part of seen.parts ?? []) found.push([String(part), texts.some((text) => part.test(text))]);
  return found.filter(([, isShown]) => isShown === wanted).map(([what]) => what);
}
