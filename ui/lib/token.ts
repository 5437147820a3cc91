/**
 * The token in a scanned text or a `token` query value (specification 5): of a URL, the path segment two after `scan`,
 * else the one right after `qr`, else the text as it is.
 * @returns null where a text that begins with http is no URL.
 */
export function extractToken(value: string): string | null {
  const text = value.trim();
  if (!text.toLowerCase().startsWith('http')) return text;
  const segments = pathSegments(text);
  if (segments === null) return null;
  return after(segments, 'scan', 2) ?? after(segments, 'qr', 1) ?? text;
}

/**
 * The same for what a camera decoded, which has to be a URL.
 * @returns null where it is none: 'The scanned QR code is not a valid URL.'
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
