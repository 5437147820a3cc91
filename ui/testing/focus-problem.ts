/** Why the focus is not visible; null if it is, or nothing of the page has it. It runs in the page, and so uses nothing else of its module. */
export function focusProblem(): string | null {
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
