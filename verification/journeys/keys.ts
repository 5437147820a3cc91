import { focusProblem } from '@perktree/ui/testing/focus-problem';
import type { Locator, Page } from 'playwright-core';
import { PATIENCE_MS } from '../e2e/support/browser.ts';

/** Most tab stops of a page in these tests. */
const MOST_STOPS = 120;

/**
 * A keyboard user. Moves the focus from stop to stop with Tab. A stop whose focus is invisible, or covered by another
 * element, fails the test.
 */
export class Keys {
  constructor(private readonly page: Page) {}

  /** Presses Tab until `target` has the focus. @throws an error that lists the stops if it is not one of them */
  private async tabTo(target: Locator): Promise<void> {
    await target.first().waitFor();
    const stops: string[] = [];
    for (let stop = 0; stop < MOST_STOPS; stop += 1) {
      if (await hasFocus(target)) return;
      await this.page.keyboard.press('Tab');
      stops.push(await this.seeFocus());
    }
    throw new Error(`${target} is not reached by Tab; the stops are:\n${[...new Set(stops)].join('\n')}`);
  }

  /** Moves to `target` and presses Enter on it. */
  async activate(target: Locator): Promise<void> {
    await this.tabTo(target);
    await this.page.keyboard.press('Enter');
  }

  /** Moves to a field and replaces its value. */
  async write(field: Locator, text: string): Promise<void> {
    await this.tabTo(field);
    await this.page.keyboard.press('ControlOrMeta+A');
    await this.page.keyboard.type(text);
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
  private focused(): Promise<string> {
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
