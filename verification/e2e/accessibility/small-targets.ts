import type { Page } from 'playwright-core';

/** Smallest height and width of a touch target, in CSS pixels. */
const LEAST_PX = 44;
/** Tolerance for rounding, in CSS pixels. */
const TOLERANCE_PX = 0.5;

/**
 * Targets smaller than 44 by 44 CSS pixels. The area that reacts counts: the frame of a field, the label of a control inside
 * one. Links within a sentence are exempt, as in WCAG 2.5.5.
 */
export async function smallTargets(page: Page): Promise<string[]> {
  const targets = await page.evaluate(measureTargets);
  const isSmall = (pixels: number) => pixels < LEAST_PX - TOLERANCE_PX;
  return targets
    .filter(({ width, height }) => isSmall(width) || isSmall(height))
    .map(({ what, width, height }) => `target-44 at ${what}: ${Math.round(width)} by ${Math.round(height)} pixels`);
}

/** Runs in the page. Returns the sizes of all targets, or, if a dialog or menu is open, of those in the topmost one. */
function measureTargets(): { what: string; width: number; height: number }[] {
  const pressable =
    'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab], ' +
    '[role=menuitem], [role=menuitemradio], [role=option], [role=combobox], [role=slider]';
  const unreachable = '[aria-hidden=true], [inert], :disabled, [aria-disabled=true], .skip-link:not(:focus)';
  const frames = 'label, .MuiInputBase-root, .MuiSlider-root, .MuiSwitch-root, .MuiCheckbox-root, .MuiRadio-root';

  const isInSentence = (element: Element) =>
    element.tagName === 'A' &&
    getComputedStyle(element).display === 'inline' &&
    element.parentElement?.textContent?.trim() !== element.textContent?.trim();
  const measure = (element: Element) => {
    const areas = [element];
    for (let area = element.closest(frames); area; area = area.parentElement?.closest(frames) ?? null) areas.push(area);
    const boxes = areas.map((area) => area.getBoundingClientRect());
    const name = element.getAttribute('aria-label') ?? element.textContent?.trim() ?? '';
    return {
      what: `${element.tagName.toLowerCase()} "${name || element.outerHTML.slice(0, 120)}"`,
      width: Math.max(...boxes.map((box) => box.width)),
      height: Math.max(...boxes.map((box) => box.height)),
    };
  };

  const modals = [...document.querySelectorAll('dialog[open], .MuiModal-root')].filter((modal) =>
    modal.checkVisibility({ visibilityProperty: true }),
  );
  const top = modals.at(-1) ?? document.body;
  return [...top.querySelectorAll(pressable)]
    .filter((element) => element.checkVisibility({ visibilityProperty: true }))
    .filter((element) => element.closest(unreachable) === null && !isInSentence(element))
    .map(measure);
}
