/** The code that a customer shows at the counter. */
export interface OpenCode {
  benefit: string;
  code: string;
  /** Content of the QR code that staff scan. */
  token: string | null;
  expiresAtUtc: string | null;
}
