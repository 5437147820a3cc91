import { expect } from 'vitest';
import { type Locator, userEvent } from 'vitest/browser';
import { focusProblem } from './focus-problem.ts';

/** Most tab stops of a screen in these tests. */
const MAX_STOPS = 60;

const hasFocus = (target: Locator) => target.elements().some((element) => element === document.activeElement);

/** Tab begins at the top of the page then, as after it has loaded. */
export function focusTop(): void {
  const start = Object.assign(document.createElement('a'), { tabIndex: -1 });
  document.body.prepend(start);
  start.focus();
  start.remove();
}

/** Waits until it has the focus. */
export const landsOn = (target: Locator) => expect.poll(() => hasFocus(target) || focused()).toBe(true);

/** Presses Tab until it has the focus. A stop on the way whose focus is invisible or covered fails the test. */
export async function tabTo(target: Locator, key = '{Tab}'): Promise<void> {
  await expect.element(target.first()).toBeInTheDocument();
  const stops: string[] = [];
  for (let stop = 0; stop < MAX_STOPS; stop += 1) {
    if (hasFocus(target)) return;
    await userEvent.keyboard(key);
    stops.push(focused());
    await expect.poll(focusProblem, { message: `the focus on ${focused()}` }).toBeNull();
  }
  throw new Error(`it is not reached by ${key}; the stops are:\n${[...new Set(stops)].join('\n')}`);
}

/** Moves to it by Tab and presses a key on it. */
export async function activate(target: Locator, key = '{Enter}'): Promise<void> {
  await tabTo(target);
  await userEvent.keyboard(key);
}

/** Describes the element that has the focus. */
export function focused(): string {
  const element = document.activeElement;
  if (element === null || element === document.body) return 'nothing';
  const name = element.getAttribute('aria-label') ?? element.getAttribute('name') ?? element.textContent ?? '';
  return `${element.getAttribute('role') ?? element.tagName.toLowerCase()} "${name.trim().slice(0, 60)}"`;
}
