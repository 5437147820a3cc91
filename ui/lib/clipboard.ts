/**
 * Copies a text that may still have to be fetched. Safari lets a page write to the clipboard only while the click is
 * handled, so the promise itself is handed over where that is possible; plain http has no clipboard API at all.
 * @throws when nothing could be copied, or the text could not be had.
 */
export async function copyText(text: Promise<string> | string): Promise<void> {
  const promised = Promise.resolve(text);
  if (typeof ClipboardItem !== 'undefined' && navigator.clipboard?.write) {
    try {
      const blob = promised.then((value) => new Blob([value], { type: 'text/plain' }));
      return await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
    } catch {
      // An older ClipboardItem takes no promises: go on with the finished text.
    }
  }
  const value = await promised;
  if (await wroteText(value)) return;
  if (!copyBySelection(value)) throw new Error('the browser copied nothing');
}

/** False where there is no clipboard API, or it is not allowed to be used. */
async function wroteText(value: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(value);
    return true;
  } catch {
    return false;
  }
}

function copyBySelection(text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.setAttribute('readonly', '');
  field.className = 'copy-source';
  // Inside an open dialog, so that its focus trap does not take the focus away again.
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
