/** On every answer. Tokens stand in paths, so no address may leave with a link. */
export const SECURITY_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(self), geolocation=(), microphone=()',
} as const;

/** For data: if opened as a page, it cannot run scripts, load resources or be framed. */
export const NO_PAGE = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'";
