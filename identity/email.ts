/** One account an address, however it is typed (domain.md 2). */
export function normaliseEmail(email: string): string {
  return email.trim().toLowerCase();
}
