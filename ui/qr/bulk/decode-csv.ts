/** Excel's "Unicode text" begins with this mark. */
const isUtf16 = (bytes: ArrayBuffer) => {
  const [first, second] = new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength));
  return first === 0xff && second === 0xfe;
};

/**
 * The text of a CSV. Excel saves Windows-1252 by default, in which a letter with an accent is not UTF-8.
 * @returns `isGuessed`: it is no UTF-8, so the person should check the letters
 */
export function decodeCsv(bytes: ArrayBuffer): { readonly text: string; readonly isGuessed: boolean } {
  if (isUtf16(bytes)) return { text: new TextDecoder('utf-16le').decode(bytes), isGuessed: false };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), isGuessed: false };
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), isGuessed: true };
  }
}
