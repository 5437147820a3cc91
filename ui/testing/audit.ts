import { formatNumber } from '@perktree/contracts/kernel/format';
import { MAX_AMOUNT } from '@perktree/contracts/kernel/money';
import { PLANS } from '@perktree/contracts/subscription/plans';
import axe from 'axe-core';
import i18next from 'i18next';
import { NAME } from './sample.ts';

/** WCAG 2.2, levels A and AA with those of earlier versions, and axe's best practices. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The rules that depend on colours alone. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** The slow rules: all others together take a quarter of the time. */
export const CONTRAST = 'color-contrast';
export const TARGET_SIZE = 'target-size';

type Part = Element | Document;

/**
 * Checks the page with axe. Returns one line for each element with a finding: rule, selector and reason.
 * @param leftOut rules that another check of the same screen holds
 */
export async function axeFindings(leftOut: readonly string[] = []): Promise<string[]> {
  // An open menu covers the page and belongs to no landmark. The rule exempts dialogs, but not menus.
  const hasMenu = document.querySelector('[role=menu], [role=listbox]') !== null;
  const off = [...leftOut, ...(hasMenu ? ['region'] : [])];
  return findingsOf({
    runOnly: { type: 'tag', values: RULES },
    rules: Object.fromEntries(off.map((rule) => [rule, { enabled: false }])),
  });
}

/** Checks the colours of a part of the page. */
export const colourFindings = (within: Part = topmost()): Promise<string[]> =>
  findingsOf({ runOnly: { type: 'rule', values: COLOUR_RULES } }, within);

/** Checks the colours of a part of the page in the dark theme, and shows it in the light one again. */
export async function darkFindings(within: Part = topmost()): Promise<string[]> {
  const { dataset } = document.documentElement;
  const before = dataset.theme;
  dataset.theme = 'dark';
  try {
    return await colourFindings(within);
  } finally {
    if (before === undefined) delete dataset.theme;
    else dataset.theme = before;
  }
}

/** The topmost dialog or menu; without one, the page. What a dialog covers is checked where none is open, and takes most of the time. */
const topmost = () => [...document.querySelectorAll('[role=dialog], dialog[open], [role=menu]')].at(-1) ?? document;

async function findingsOf(options: axe.RunOptions, within: Part = topmost()): Promise<string[]> {
  const { violations } = await axe.run(within, { ...options, resultTypes: ['violations'] });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => {
      const [, reason = ''] = failureSummary.split('\n');
      return `${id} at ${target.join(' ')}: ${reason.trim()}`;
    }),
  );
}

/** What is wider than the window, as pages must not scroll sideways on a phone. */
export function overflow(): string[] {
  const { scrollWidth } = document.documentElement;
  return scrollWidth > innerWidth ? [`the page is ${scrollWidth} pixels wide in a window of ${innerWidth}`] : [];
}

/**
 * Longer ones, such as addresses, need not fit into a column or beside a button; numbers must. A line may break at a hyphen or a
 * slash.
 */
const WORD = /(?<!\S)(?:[^\s/–-]{1,16}|[−-]?[€$£]?[\d.,]{1,24})(?!\S)/g;

/**
 * Words that a line break cuts, as in a column that other columns squeeze to the width of a letter. A text that breaks anywhere
 * never makes the page wider, so `overflow` does not show it.
 * @param texts `fixed`: the page has no names or amounts but its own
 */
export function brokenWords(texts: 'samples' | 'fixed' = 'samples'): string[] {
  if (texts === 'samples') lengthenSamples();
  const shown = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const found = new Set<string>();
  for (let node = shown.nextNode(); node; node = shown.nextNode()) {
    for (const { 0: word, index } of (node.textContent ?? '').matchAll(WORD)) {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const [first, ...others] = [...range.getClientRects()].filter(({ width }) => width > 0);
      if (first && others.some(({ top }) => top >= first.bottom)) found.add(word);
    }
  }
  return [...found].map((word) => `"${word}" is broken`);
}

const AMOUNT = /(?<=[€$£])\d[\d.,]*|\d[\d.,]*(?=\s?[€$£])/g;

/** Puts a longer name and the largest amount in place of those of the samples, which are so short that they fit anywhere. */
function lengthenSamples(): void {
  const amount = formatNumber(Number(MAX_AMOUNT), document.documentElement.lang);
  const shown = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = shown.nextNode(); node; node = shown.nextNode()) {
    const before = node.textContent ?? '';
    const after = before.replaceAll(NAME, 'International Restaurant').replace(AMOUNT, amount);
    if (after !== before) node.textContent = after;
  }
}

/** Spanish joins them to "del" and "al": a text was put behind a preposition of another one. */
/** Spanish has a space before the sign. */
const PERCENT = /\d%/;
const APART = /(?:^|\s)(?:de|a) el\s/i;

/**
 * English texts of the catalogues on the page in another language: written in the code, or not drawn again after the switch.
 * In Spanish also texts that do not fit together.
 */
export function untranslated(): string[] {
  const [english, own] = ['en', document.documentElement.lang].map(
    (language) => new Set(Object.values(i18next.store?.data[language as string] ?? {}).flatMap(textsIn)),
  );
  const shown = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = new Set<string>();
  for (let node = shown.nextNode(); node; node = shown.nextNode()) {
    const text = node.textContent?.trim() ?? '';
    // The name of a plan is the same in each language.
    if (english?.has(text) && !own?.has(text) && text !== PLANS.free.name && node.parentElement?.checkVisibility())
      found.add(`"${text}" is not translated`);
    if (APART.test(text) && document.documentElement.lang === 'es') found.add(`"${text}" has two words for one`);
    const { parentElement } = node;
    if (
      document.documentElement.lang === 'es' &&
      parentElement?.checkVisibility() &&
      PERCENT.test(parentElement.innerText)
    )
      found.add(`"${parentElement.innerText}" has a percent as in English`);
  }
  return [...found];
}

const textsIn = (texts: unknown): string[] =>
  typeof texts === 'string' ? [texts] : Object.values(texts as object).flatMap(textsIn);

const MIN_PX = 44;
/** Tolerance for rounding, in CSS pixels. */
const TOLERANCE_PX = 0.5;
const PRESSABLE =
  'a[href], button, input:not([type=hidden], [type=range]), select, textarea, summary, [role=button], [role=tab], ' +
  '[role=menuitem], [role=menuitemradio], [role=option], [role=combobox]';
const UNREACHABLE = '[aria-hidden=true], [inert], :disabled, [aria-disabled=true], .skip-link:not(:focus)';
const FRAMES = 'label, .MuiInputBase-root, .MuiSlider-root, .MuiSwitch-root, .MuiCheckbox-root, .MuiRadio-root';

/**
 * Targets smaller than 44 by 44 CSS pixels, of the topmost dialog or menu if one is open. The area that reacts counts: the frame of a
 * field, the label of a control inside one. Links within a sentence are exempt, as in WCAG 2.5.5; sliders too, which grow
 * for coarse pointers only.
 */
export function smallTargets(): string[] {
  const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true });
  const modals = [...document.querySelectorAll('dialog[open], .MuiModal-root')].filter(isShown);
  return [...(modals.at(-1) ?? document.body).querySelectorAll(PRESSABLE)]
    .filter((element) => isShown(element) && element.closest(UNREACHABLE) === null && !isInSentence(element))
    .map((element) => {
      const areas = [element];
      for (let area = element.closest(FRAMES); area; area = area.parentElement?.closest(FRAMES) ?? null)
        areas.push(area);
      const boxes = areas.map((area) => area.getBoundingClientRect());
      const name = element.getAttribute('aria-label') ?? element.textContent?.trim() ?? '';
      const what = `${element.tagName.toLowerCase()} "${name || element.outerHTML.slice(0, 120)}"`;
      return {
        what,
        width: Math.max(...boxes.map((box) => box.width)),
        height: Math.max(...boxes.map((box) => box.height)),
      };
    })
    .filter(({ width, height }) => Math.min(width, height) < MIN_PX - TOLERANCE_PX)
    .map(({ what, width, height }) => `target-44 at ${what}: ${Math.round(width)} by ${Math.round(height)} pixels`);
}

const isInSentence = (element: Element) =>
  element.tagName === 'A' &&
  getComputedStyle(element).display === 'inline' &&
  element.parentElement?.textContent?.trim() !== element.textContent?.trim();
