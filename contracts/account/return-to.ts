/** Longest accepted path, in characters. */
const LONGEST = 2000;

/** Control characters and backslash: browsers drop the former from URLs, and read the latter as a slash. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what this looks for
const FORBIDDEN = /[\u0000-\u001f\u007f-\u009f\\]/;

/** The same characters and the slash, percent-encoded: a second decoding would change the path. */
const FORBIDDEN_IN_PATH = /%(?:[01][0-9a-f]|7f|2f|5c|25)/i;

/**
 * Where to go after signing in: the path (with query and fragment) if it is one of this site's pages, else null
 * The result is in normal form, begins with exactly one slash and is safe to navigate to.
 * @param origin this site's own, such as `https://perktree.example`
 */
export function safeReturnTo(value: unknown, origin: string): string | null {
  if (typeof value !== 'string' || value.length > LONGEST || !value.startsWith('/') || FORBIDDEN.test(value))
    return null;
  const here = parse(origin, origin);
  const url = parse(value, origin);
  if (here === null || url === null || url.origin !== here.origin || url.username !== '' || url.password !== '') {
    return null;
  }
  if (FORBIDDEN_IN_PATH.test(url.pathname)) return null;
  // `/.//elsewhere` is of this origin, but its normal form is `//elsewhere`, which is not.
  if (url.pathname.startsWith('//')) return null;
  // Calls are not pages: returning to /api/logout would end the new session.
  const read = decoded(url.pathname);
  if (read === null || read === '/api' || read.startsWith('/api/')) return null;
  return url.pathname + url.search + url.hash;
}

/** Tokens are base64url: other characters could lead to another path, or be none that a database takes. */
const LINK_PAGE = /^\/scan\/(customer|distributor)\/([\w-]+)(?=[/?#]|$)/;

/** The link page that a path leads to; null: another page. */
export function linkPageOf(path: unknown) {
  const [page, kind, token] = (typeof path === 'string' && LINK_PAGE.exec(path)) || [];
  if (page === undefined || token === undefined) return null;
  return { path: page, kind: kind as 'customer' | 'distributor', token };
}

const INVITATION_PAGE = /^\/(?:staff|auditor)-invitations\/[\w-]+(?=[/?#]|$)/;

/** The page of an invitation that a path leads to; null: another page. */
export function invitationPageOf(path: unknown): string | null {
  return (typeof path === 'string' && INVITATION_PAGE.exec(path)?.[0]) || null;
}

/** Without `URL.canParse`, which Safari has since 17. */
function parse(value: string, base: string): URL | null {
  try {
    return new URL(value, base);
  } catch {
    return null;
  }
}

/** The path as a server reads it. */
function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}
