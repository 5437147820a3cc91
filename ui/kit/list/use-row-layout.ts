import { type RefObject, useLayoutEffect, useState } from 'react';

interface RowLayout {
  /** Distance of the list from the top of the page, CSS pixels. */
  readonly top: number;
  readonly columns: number;
}

/**
 * Where a list begins, and how many cards fit beside each other.
 * @param cards minimum width of a card, CSS pixels; undefined for one column
 * @param gap between cards, CSS pixels
 */
export function useRowLayout(list: RefObject<HTMLElement | null>, cards: number | undefined, gap: number): RowLayout {
  const [layout, setLayout] = useState<RowLayout>({ top: 0, columns: 1 });
  useLayoutEffect(() => {
    const measure = () => {
      if (list.current === null) return;
      const box = list.current.getBoundingClientRect();
      const top = Math.round(box.top + window.scrollY);
      const columns = cards === undefined ? 1 : Math.max(1, Math.floor((box.width + gap) / (cards + gap)));
      setLayout((before) => (before.top === top && before.columns === columns ? before : { top, columns }));
    };
    measure();
    // Content above the list that grows or shrinks moves the list and changes the height of the page.
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [list, cards, gap]);
  return layout;
}
