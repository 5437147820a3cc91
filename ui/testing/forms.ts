import { expect } from 'vitest';
import { type Locator, page } from 'vitest/browser';

/** What a text is sought in. */
type Within = Locator | typeof page;
export const region = (name: string) => page.getByRole('region', { name, exact: true });
export const button = (name: string) => page.getByRole('button', { name, exact: true });

export const seeText = (text: string | RegExp, within: Within = page, how?: { readonly exact: boolean }) =>
  expect.element(within.getByText(text, how)).toBeVisible();

/** The open dialog. */
export const dialog = () => page.getByRole('dialog');

/** A text field by its whole label. */
export const field = (label: string, within: Within = dialog()) =>
  within.getByRole('textbox', { name: label, exact: true });

/** Values by the label of their fields. */
export type Values = Readonly<Record<string, string>>;

/** Waits until the fields have these values. */
export async function seeValues(values: Values, within?: Locator): Promise<void> {
  const shown = () =>
    Object.keys(values).map((label) => [label, (field(label, within).query() as HTMLInputElement | null)?.value]);
  await expect.poll(() => Object.fromEntries(shown())).toEqual(values);
}

export async function fillIn(values: Values, within?: Locator): Promise<void> {
  for (const [label, value] of Object.entries(values)) await field(label, within).fill(value);
}

/** Waits until a control has these attributes. */
export const seeLimits = (control: Locator, limits: Values) =>
  expect
    .poll(() => {
      const element = control.query();
      return Object.fromEntries(Object.keys(limits).map((name) => [name, element?.getAttribute(name)]));
    })
    .toEqual(limits);

/** Text fields with a numeric keyboard: `type="number"` hides text that it cannot parse. */
export const DECIMAL: Values = { type: 'text', inputmode: 'decimal' };
export const WHOLE: Values = { type: 'text', inputmode: 'numeric' };

/** Waits until a button is out of use; it keeps the focus while its request is under way. */
export const seeDisabled = (button: Locator, isDisabled = true) =>
  expect.poll(() => button.query()?.matches(':disabled, [aria-disabled=true]')).toBe(isDisabled);

export const press = (name: string, within: Within = dialog()) =>
  within.getByRole('button', { name, exact: true }).click();

/** Waits until no dialog is open. */
export const seeNoDialog = () => expect.poll(() => document.querySelector('[role=dialog]')).toBeNull();
