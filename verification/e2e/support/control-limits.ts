import type { Locator } from 'playwright-core';
import { expect } from 'vitest';

/** Attributes of a control, and its value. */
export type Limits = Readonly<Partial<Record<'min' | 'max' | 'step' | 'value' | 'type' | 'inputmode', string | null>>>;
export type LimitRow = readonly [row: string, control: (form: Locator) => Locator, limits: Limits];

export const labelled = (label: string) => (form: Locator) => form.getByLabel(label, { exact: false });
/** Text fields with a numeric keyboard: `type="number"` hides text that it cannot parse. */
export const DECIMAL: Limits = { type: 'text', inputmode: 'decimal' };
export const WHOLE: Limits = { type: 'text', inputmode: 'numeric' };

export async function expectLimits(control: Locator, limits: Limits): Promise<void> {
  const read = (element: Element, names: string[]) =>
    Object.fromEntries(
      names.map((name) => [name, name === 'value' ? (element as HTMLInputElement).value : element.getAttribute(name)]),
    );
  await expect.poll(() => control.evaluate(read, Object.keys(limits))).toEqual(limits);
}
