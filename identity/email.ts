/** Normalises an address: one account per address in any letter case. */
export function normaliseEmail(email: string): string {
  return email.trim().toLowerCase();
}
