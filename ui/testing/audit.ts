import axe from 'axe-core';

/** WCAG 2.2, levels A and AA with those of earlier versions, and axe's best practices. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The rules that depend on colours alone. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** The slow rules: all others together take a quarter of the time. */
export const CONTRAST = 'color-contrast';
export const TARGET_SIZE = 'target-size';

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

/** Checks the colours of the page in the dark theme, and shows it in the light one again. */
export async function darkFindings(): Promise<string[]> {
  const { dataset } = document.documentElement;
  const before = dataset.theme;
  dataset.theme = 'dark';
  try {
    return await findingsOf({ runOnly: { type: 'rule', values: COLOUR_RULES } });
  } finally {
    if (before === undefined) delete dataset.theme;
    else dataset.theme = before;
  }
}

/** The topmost dialog or menu; without one, the page. What a dialog covers is checked where none is open, and takes most of the time. */
const topmost = () => [...document.querySelectorAll('[role=dialog], dialog[open], [role=menu]')].at(-1) ?? document;

async function findingsOf(options: axe.RunOptions): Promise<string[]> {
  const { violations } = await axe.run(topmost(), { ...options, resultTypes: ['violations'] });
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
