import type { Locator, Page } from 'playwright-core';
import { PATIENCE_MS } from '../e2e/support/browser.ts';

/** Most tab stops of a page in these tests. */
const MOST_STOPS = 120;

/**
 * A keyboard user. Moves the focus from stop to stop with Tab. A stop whose focus is invisible, or covered by another
 * element, fails the test.
 */
export class Keys {
  constructor(readonly page: Page) {}

  /** Presses Tab (or Shift+Tab) until `target` has the focus. @throws an error that lists the stops if it is not one of them */
  async tabTo(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    await target.first().waitFor();
    const stops: string[] = [];
    for (let stop = 0; stop < MOST_STOPS; stop += 1) {
      if (await hasFocus(target)) return;
      await this.page.keyboard.press(key);
      stops.push(await this.seeFocus());
    }
    throw new Error(`${target} is not reached by ${key}; the stops are:\n${[...new Set(stops)].join('\n')}`);
  }

  /** Moves to `target` and presses a key on it. Default: Enter. */
  async activate(target: Locator, key = 'Enter'): Promise<void> {
    await this.tabTo(target);
    await this.page.keyboard.press(key);
  }

  /** Moves to a field and replaces its value. */
  async write(field: Locator, text: string): Promise<void> {
    await this.tabTo(field);
    await this.page.keyboard.press('ControlOrMeta+A');
    await this.page.keyboard.type(text);
  }

  /** Selects an option of a list that opens on Enter. */
  async choose(field: Locator, option: string): Promise<void> {
    await this.activate(field);
    const list = this.page.getByRole('listbox');
    await this.pick(list.getByRole('option', { name: option }));
    await list.waitFor({ state: 'detached' });
  }

  /** Moves down an open list or menu to an item, and presses Enter. */
  async pick(item: Locator): Promise<void> {
    await item.waitFor();
    await this.page.keyboard.press('Home');
    for (let stop = 0; stop < MOST_STOPS; stop += 1) {
      if (await hasFocus(item)) return this.page.keyboard.press('Enter');
      await this.page.keyboard.press('ArrowDown');
    }
    throw new Error(`${item} is not reached by arrows`);
  }

  /** Waits until `target` has the focus. */
  async landsOn(target: Locator): Promise<void> {
    await target.first().waitFor();
    const end = Date.now() + PATIENCE_MS;
    while (!(await hasFocus(target))) {
      if (Date.now() > end) throw new Error(`the focus is not on ${target}, but on ${await this.focused()}`);
      await this.page.waitForTimeout(20);
    }
  }

  /** Describes the element that has the focus. */
  focused(): Promise<string> {
    return this.page.evaluate(() => {
      const element = document.activeElement;
      if (element === null || element === document.body) return 'nothing';
      const name = element.getAttribute('aria-label') ?? element.getAttribute('name') ?? element.textContent ?? '';
      return `${element.getAttribute('role') ?? element.tagName.toLowerCase()} "${name.trim().slice(0, 60)}"`;
    });
  }

  /** The element that has the focus. @throws if the focus is not visible */
  private async seeFocus(): Promise<string> {
    const end = Date.now() + PATIENCE_MS;
    for (;;) {
      const problem = await this.page.evaluate(focusProblem);
      const focused = await this.focused();
      if (problem === null) return focused;
      // A menu or dialog that was just closed may still cover it while it fades out.
      if (Date.now() > end) throw new Error(`on ${this.page.url()} the focus on ${focused} ${problem}`);
      await this.page.waitForTimeout(20);
    }
  }
}

const hasFocus = (target: Locator): Promise<boolean> =>
  target.evaluateAll((elements) => elements.some((element) => element === document.activeElement));

/** Runs in the page. Returns why the focus is not visible; null if it is visible or in the browser's own controls. */
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
  if (!isFramed && !isOutlined(element) && !isOutlined(element.closest('.Mui-focusVisible'))) return 'does not show';

  const { left, right, top, bottom } = (
    frame ??
    element.closest('.Mui-focusVisible') ??
    element
  ).getBoundingClientRect();
  const points = [0.1, 0.5, 0.9].flatMap((x) =>
    [0.1, 0.5, 0.9].map((y) => [left + (right - left) * x, top + (bottom - top) * y]),
  );
  const isOnTop = ([x = 0, y = 0]: number[]) => {
    const hit = document.elementFromPoint(x, y);
    return (
      hit !== null &&
      (element.contains(hit) ||
        hit.contains(element) ||
        (frame?.contains(hit) ?? false) ||
        // It lets pointer events through to the element below.
        (getComputedStyle(element).pointerEvents === 'none' && (element.parentElement?.contains(hit) ?? false)) ||
        (element.closest('label')?.contains(hit) ?? false))
    );
  };
  if (points.some(isOnTop)) return null;
  const covering = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  if (covering !== null)
    return `lies behind ${covering.tagName.toLowerCase()} "${covering.textContent?.trim().slice(0, 60)}"`;
  // Content that loaded later may have moved it out of the window; layout-shift.browser.spec.ts limits how far.
  element.scrollIntoView({ block: 'nearest' });
  return 'is outside the window';
}
