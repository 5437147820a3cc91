import { useToast } from './toast.tsx';
import type { Toast } from './toast-store.ts';

/** Copies a text that may still be loading. Shows a toast for success or failure. */
export function useCopy(): (text: Promise<string> | string, done: Toast, failed: Toast) => Promise<void> {
  const toast = useToast();
  return (text, done, failed) =>
    copyText(text).then(
      () => toast(done),
      () => toast({ ...failed, variant: 'destructive' }),
    );
}

/**
 * Copies a text that may still be loading. Safari allows clipboard writes only while the click is handled, so it gets
 * the promise itself. Plain http has no clipboard API.
 * @throws if the text could not be loaded or copied
 */
export async function copyText(text: Promise<string> | string): Promise<void> {
  const promised = Promise.resolve(text);
  if (typeof ClipboardItem !== 'undefined' && navigator.clipboard?.write) {
    try {
      const blob = promised.then((value) => new Blob([value], { type: 'text/plain' }));
      return await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
    } catch {
      // Older browsers accept no promises: wait for the text.
    }
  }
  const value = await promised;
  try {
    await navigator.clipboard.writeText(value);
  } catch {
    // It is missing or not allowed.
    if (!copyBySelection(value)) throw new Error('the browser copied nothing');
  }
}

function copyBySelection(text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.setAttribute('readonly', '');
  field.className = 'copy-source';
  // Inside an open dialog, whose focus trap would otherwise take the focus back.
  const home = document.querySelector('[role="dialog"]') ?? document.body;
  const focused = document.activeElement;
  home.append(field);
  field.select();
  try {
    return document.execCommand('copy');
  } finally {
    field.remove();
    if (focused instanceof HTMLElement) focused.focus();
  }
}
