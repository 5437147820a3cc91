import type { Page } from 'playwright-core';
import type { Words } from './words.ts';

/** A state that a page shows after an action: a dialog, a menu, a tab, a notice. */
export interface State {
  readonly name: string;
  readonly open: (page: Page, t: Words) => Promise<void>;
}

/** A page, and the states that are opened on it one after another. */
export interface View {
  readonly path: string;
  readonly states?: readonly State[];
}

type Text = readonly [key: string, values?: Readonly<Record<string, string | number>>];

/** Elements that cover the page: dialogs, menus and lists of options. */
export const MODAL = '[role=dialog], [role=menu], [role=listbox], dialog[open]';

/** The state that the first button of this name opens. */
export function button(name: string, ...[key, values]: Text): State {
  return {
    name,
    open: async (page, t) => {
      await page
        .getByRole('button', { name: t(key, values), exact: true, disabled: false })
        .first()
        .click();
      await modal(page);
    },
  };
}

/** The state that a menu item opens; `opener` is the button of the menu. */
export function menuItem(name: string, opener: Text, ...[key, values]: Text): State {
  return {
    name,
    open: async (page, t) => {
      await page
        .getByRole('button', { name: t(...opener), exact: true })
        .first()
        .click();
      await page.getByRole('menuitem', { name: t(key, values), exact: true }).click();
      // By attribute, because a menu that fades out behind a dialog has no accessible role any more.
      await page.locator('[role=menu]').waitFor({ state: 'detached' });
      await modal(page);
    },
  };
}

/** The open options of a field. */
export function choices(name: string, ...[key, values]: Text): State {
  return {
    name,
    open: async (page, t) => {
      await page
        .getByRole('combobox', { name: t(key, values) })
        .first()
        .click();
      await modal(page);
    },
  };
}

export function tab(name: string, ...[key, values]: Text): State {
  return { name, open: (page, t) => page.getByRole('tab', { name: t(key, values), exact: true }).click() };
}

/** The state `second`, opened from the state `first`. */
export function within(first: State, second: State): State {
  return {
    name: second.name,
    open: async (page, t) => {
      await first.open(page, t);
      await second.open(page, t);
    },
  };
}

async function modal(page: Page): Promise<void> {
  await page.locator(MODAL).last().waitFor();
}

/** Closes every dialog and menu with Escape, after it has the focus. */
export async function closeAll(page: Page): Promise<void> {
  for (let open = await page.locator(MODAL).count(); open > 0; open = await page.locator(MODAL).count()) {
    await page.waitForFunction(
      (selector) => document.activeElement?.closest(`${selector}, [role=presentation], [role=combobox]`) != null,
      MODAL,
    );
    await page.keyboard.press('Escape');
    await page.waitForFunction(([selector, before]) => document.querySelectorAll(selector).length < before, [
      MODAL,
      open,
    ] as const);
  }
}

/** Waits until the page shows its data: its heading, and no spinner. */
export async function settled(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await page.waitForFunction(() => {
    const spinners = document.querySelectorAll('[role=progressbar]:not([aria-valuenow]), .spinner');
    return ![...spinners].some((spinner) => spinner.checkVisibility());
  });
}

/** Shows a page in a theme, and waits until its colours have changed. */
export async function showIn(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.evaluate(async (name) => {
    document.documentElement.dataset.theme = name;
    for (let frame = 0; frame < 2; frame += 1) await new Promise((drawn) => requestAnimationFrame(drawn));
  }, theme);
}
