import { useLayoutEffect } from 'react';
import { closeOnBack } from '../lib/public/close-on-back.ts';

/** Dialogs, menus, lists of options and drawers are modals of MUI, each a child of the body; its backdrop fades when it closes. */
const MODAL = '.MuiModal-root';
const BACKDROP = ':scope > .MuiBackdrop-root';

function closeTopmost(): (() => void) | null {
  const open = [...document.body.children].filter(
    (element) => element.matches(MODAL) && element.querySelector<HTMLElement>(BACKDROP)?.style.opacity === '1',
  );
  const topmost = open.at(-1);
  const init = { key: 'Escape', bubbles: true, cancelable: true };
  return topmost === undefined ? null : () => void topmost.dispatchEvent(new KeyboardEvent('keydown', init));
}

/** Back does what Escape does where a dialog or menu is open. Render it before the router, whose listener must come later. */
export function Back(): null {
  useLayoutEffect(() => {
    const back = closeOnBack(closeTopmost);
    const observer = new MutationObserver((changes) => {
      const isOpened = (node: Node) => node instanceof Element && node.matches(MODAL);
      if (changes.some(({ addedNodes }) => [...addedNodes].some(isOpened))) back.onOpen();
    });
    observer.observe(document.body, { childList: true });
    return () => {
      observer.disconnect();
      back.stop();
    };
  }, []);
  return null;
}
