/** Pages for visitors without a session, which the small bundle has. */
export const ACCOUNT_PATHS = [
  '/login',
  '/register',
  '/forgot-password',
  '/reset-password',
  '/verify-email',
  '/unsubscribe',
  '/pair-device',
] as const;
export type AccountPath = (typeof ACCOUNT_PATHS)[number];

/** Null: the path is another page's. */
export function accountPathOf(path: string): AccountPath | null {
  const known = path.toLowerCase().replace(/\/$/, '');
  return ACCOUNT_PATHS.find((one) => one === known) ?? null;
}
