/** Saves what a URL (a data URL too) holds under a file name, without leaving the page. */
export function downloadUrl(url: string, fileName: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  document.body.append(link);
  link.click();
  link.remove();
}

/** Long enough for any browser to have begun reading; the memory is given back then. */
const KEPT_MS = 60_000;

/** Saves a text that this page has made. `type` is its media type. */
export function downloadText(text: string, fileName: string, type: string): void {
  downloadBlob(new Blob([text], { type }), fileName);
}

export function downloadBlob(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob);
  downloadUrl(url, fileName);
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}

/** A file name of words that people chose: letters and digits of any language stay, everything else becomes hyphens. */
export function fileNameOf(parts: readonly string[], extension: string): string {
  const words = parts.map((part) => part.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-+|-+$/g, ''));
  return `${words.filter((word) => word !== '').join('-')}.${extension}`;
}
