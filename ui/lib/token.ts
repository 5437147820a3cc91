/**
 * Extracts the token of a scanned text or `token` query value: in a URL, the path segment two after `scan`, else the
 * one after `qr`; otherwise the text itself.
 * @returns null if a text starting with http is not a URL
 */
export function extractToken(value: string): string | null {
  const text = value.trim();
  if (!text.toLowerCase().startsWith('http')) return text;
  const segments = pathSegments(text);
  if (segments === null) return null;
  return after(segments, 'scan', 2) ?? after(segments, 'qr', 1) ?? text;
}

/**
 * The same for a camera value, which must be a URL.
 * @returns null if it is not
 */
export function extractScannedToken(value: string): string | null {
  return pathSegments(value.trim()) === null ? null : extractToken(value);
}

function pathSegments(text: string): string[] | null {
  try {
    return new URL(text).pathname.split('/');
  } catch {
    return null;
  }
}

function after(segments: readonly string[], name: string, distance: number): string | null {
  const at = segments.indexOf(name);
  return at < 0 ? null : segments[at + distance] || null;
}
