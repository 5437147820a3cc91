/** Closes what is open, or asks first, as Escape does; null: nothing is open. */
type FindOpen = () => (() => void) | null;

/** The position of the entry in the browser's history, which the router also keeps there. 0: the first of this document. */
const position = (): number => history.state?.idx ?? 0;

/**
 * Back closes what is open over the page instead of leaving the page. The browser has gone back already when it says so:
 * the page returns to its entry, which adds none. Only the first entry of a document gets another one, when something opens on it:
 * Back would leave the document without a word. It is skipped when the user goes back with nothing open.
 *
 * Its listener must be the first: a router that hears of the entry before would show it.
 */
export function closeOnBack(findOpen: FindOpen): { readonly onOpen: () => void; readonly stop: () => void } {
  let here = position();
  let isReturning = false;
  const onPop = (event: PopStateEvent) => {
    if (isReturning) {
      isReturning = false;
      event.stopImmediatePropagation();
      // Not earlier: closing may change the address, which would change the wrong entry.
      findOpen()?.();
      return;
    }
    const steps = here - position();
    const close = findOpen();
    if (close === null) {
      if (!history.state?.isDoubled) return;
      event.stopImmediatePropagation();
      // Nothing happens where the tab has no entry before: then the next Back leaves.
      history.replaceState({ ...history.state, isDoubled: false }, '');
      history.back();
    } else if (steps === 0) {
      // What is open has added entries of its own.
      close();
    } else {
      event.stopImmediatePropagation();
      isReturning = true;
      history.go(steps);
    }
  };
  addEventListener('popstate', onPop);
  return {
    onOpen() {
      if (position() === 0) {
        history.replaceState({ ...history.state, isDoubled: true }, '');
        history.pushState({ ...history.state, isDoubled: false, idx: 1 }, '');
      }
      here = position();
    },
    stop: () => removeEventListener('popstate', onPop),
  };
}
