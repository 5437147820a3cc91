/** "First Last", else the e-mail's local part. */
export function displayName(account: {
  readonly email: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
}): string {
  const { email, firstName, lastName } = account;
  return [firstName, lastName].filter(Boolean).join(' ') || email.slice(0, email.lastIndexOf('@'));
}
