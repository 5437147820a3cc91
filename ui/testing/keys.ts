import { expect } from 'vitest';
import { type Locator, userEvent } from 'vitest/browser';

/** Most tab stops of a screen in these tests. */
const MOST_STOPS = 60;

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
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
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

/** Moves to a field and replaces its value. */
export async function write(field: Locator, text: string): Promise<void> {
  await tabTo(field);
  await userEvent.keyboard('{Control>}a{/Control}');
  await userEvent.keyboard(text);
}

/** Selects an option of a list that opens on Enter. */
export async function choose(field: Locator, option: Locator): Promise<void> {
  await activate(field);
  await expect.element(option).toBeVisible();
  await userEvent.keyboard('{Home}');
  for (let stop = 0; stop < MOST_STOPS && !hasFocus(option); stop += 1) await userEvent.keyboard('{ArrowDown}');
  await userEvent.keyboard('{Enter}');
  await expect.element(option).not.toBeInTheDocument();
}

/** Describes the element that has the focus. */
export function focused(): string {
  const element = document.activeElement;
  if (element === null || element === document.body) return 'nothing';
  const name = element.getAttribute('aria-label') ?? element.getAttribute('name') ?? element.textContent ?? '';
  return `${element.getAttribute('role') ?? element.tagName.toLowerCase()} "${name.trim().slice(0, 60)}"`;
}

/** Why the focus is not visible; null if it is, or nothing of the page has it. */
function focusProblem(): string | null {
  const element = document.activeElement;
  if (element === null || element === document.body || element === document.documentElement) return null;
  const isOutlined = (shown: Element | null) => {
    if (shown === null) return false;
    const { outlineStyle, outlineWidth } = getComputedStyle(shown);
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
  };
  const frame = element.closest('.MuiInputBase-root');
  const isFramed = frame?.classList.contains('Mui-focused') ?? false;
  const ring = element.closest('.Mui-focusVisible');
  if (!isFramed && !isOutlined(element) && !isOutlined(ring)) return 'does not show';
  const { left, right, top, bottom } = (frame ?? ring ?? element).getBoundingClientRect();
  const points = [0.1, 0.5, 0.9].flatMap((x) =>
    [0.1, 0.5, 0.9].map((y) => document.elementFromPoint(left + (right - left) * x, top + (bottom - top) * y)),
  );
  const isOnTop = (hit: Element | null) =>
    hit !== null &&
    (element.contains(hit) ||
      hit.contains(element) ||
      (frame?.contains(hit) ?? false) ||
      // It lets pointer events through to the element below.
      (getComputedStyle(element).pointerEvents === 'none' && (element.parentElement?.contains(hit) ?? false)) ||
      (element.closest('label')?.contains(hit) ?? false));
  return points.some(isOnTop) ? null : 'is covered, or outside the window';
}
