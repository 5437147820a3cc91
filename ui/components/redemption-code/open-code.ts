/** What the customer of one open scan shows at the counter. */
export interface OpenCode {
  benefit: string;
  code: string;
  /** Content of the QR for staff's camera. */
  token: string | null;
  expiresAtUtc: string | null;
}
