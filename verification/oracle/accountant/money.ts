/** 1234n → "12.34" */
export function text(minor: bigint): string {
  const digits = (minor < 0n ? -minor : minor).toString().padStart(3, '0');
  return `${minor < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** "12.34" → 1234n */
export const minorOf = (amount: string): bigint => BigInt(amount.replace('.', ''));

export const sumOf = (rows: readonly { readonly minor: bigint }[]): bigint =>
  rows.reduce((sum, { minor }) => sum + minor, 0n);
