import { useEffect, useRef } from 'react';

/** Time to read a notice before the page changes, milliseconds. */
export const NOTICE_MS = 2500;

/**
 * Acts after the time to read a notice, unless the visitor leaves before. `beforeunload` comes when a navigation starts, but
 * not on iOS; `pagehide` comes before the browser keeps the page in its back/forward cache, where timers would wait.
 * @param page the window
 * @returns cancels it
 */
export function afterNotice(page: EventTarget, act: () => void): () => void {
  const cancel = () => {
    clearTimeout(timer);
    for (const type of LEAVING) page.removeEventListener(type, cancel);
  };
  const timer = setTimeout(() => {
    cancel();
    act();
  }, NOTICE_MS);
  for (const type of LEAVING) page.addEventListener(type, cancel);
  return cancel;
}

const LEAVING = ['beforeunload', 'pagehide'] as const;

/** `afterNotice` for a component: unmounting cancels the action, and another action replaces it. */
export function useAfterNotice(): (act: () => void) => void {
  const cancel = useRef<() => void>(undefined);
  useEffect(() => () => cancel.current?.(), []);
  return (act) => {
    cancel.current?.();
    cancel.current = afterNotice(window, act);
  };
}
