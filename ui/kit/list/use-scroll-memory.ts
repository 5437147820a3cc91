import type { VirtualItem, Virtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

interface Place {
  /** Scroll position of the window, CSS pixels. */
  readonly offset: number;
  /** Heights of the rows that were shown. */
  readonly rows: VirtualItem[];
}

/** By history entry and list. */
const places = new Map<string, Place>();
const MAX_PLACES = 50;

/** The saved place of a list after navigating back or forward; undefined otherwise. */
export function useRestoredPlace(label: string): Place | undefined {
  const { key } = useLocation();
  const isReturning = useNavigationType() === 'POP';
  return isReturning ? places.get(`${key} ${label}`) : undefined;
}

/** Scrolls to `restored` once, and saves the place when the list unmounts or the history entry changes. */
export function useScrollMemory(
  label: string,
  virtualizer: Virtualizer<Window, Element>,
  restored: Place | undefined,
): void {
  const id = `${useLocation().key} ${label}`;
  useEffect(() => {
    // Must run after the screen's heading takes the focus, which scrolls to the top.
    if (restored) window.scrollTo(0, restored.offset);
  }, [restored]);
  // While the list still has its place. The virtualizer knows the offset of the last event, which comes a frame after the scrolling.
  useLayoutEffect(() => {
    return () => {
      places.delete(id);
      places.set(id, { offset: window.scrollY, rows: virtualizer.takeSnapshot() });
      const [oldest] = places.keys();
      if (places.size > MAX_PLACES && oldest !== undefined) places.delete(oldest);
    };
  }, [id, virtualizer]);
}
