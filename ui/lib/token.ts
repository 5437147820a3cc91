import { linkOrigins } from './brand.ts';

const TOKEN = /^[\w-]{1,300}$/;

/**
 * Extracts the token of a typed text, a scanned one or a `token` query value. A link: the path segment two after `scan`,
 * else the one after `qr`, else the link itself. Any other text: itself, if it is a bare token.
 * @param origins of this installation's links
 * @returns null for every text that must not leave the device, such as a link to elsewhere or a Wi-Fi code
 */
export function extractToken(value: string, origins = linkOrigins()): string | null {
  const text = value.trim();
  if (!/^https?:/i.test(text)) return TOKEN.test(text) ? text : null;
  return extractScannedToken(text, origins);
}

/**
 * The same for a camera value, which must be a link.
 * @returns null if it is not
 */
export function extractScannedToken(value: string, origins = linkOrigins()): string | null {
  const text = value.trim();
  const url = urlOf(text);
  if (url === null || !origins.includes(url.origin)) return null;
  const segments = url.pathname.split('/');
  return after(segments, 'scan', 2) ?? after(segments, 'qr', 1) ?? text;
}

/** A path segment without what mail and chat programs add to a link, such as `.` or `)`. */
export const tokenOfSegment = (segment: string): string => segment.replace(/[^\w-].*$/s, '');

function urlOf(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

function after(segments: readonly string[], name: string, distance: number): string | null {
  const at = segments.indexOf(name);
  return at < 0 ? null : tokenOfSegment(segments[at + distance] ?? '') || null;
}
