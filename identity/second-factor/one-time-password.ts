import { createHmac, timingSafeEqual } from 'node:crypto';

/** As authenticators have it (RFC 6238 with the values of its defaults): SHA-1, six digits, a new code each 30 seconds. */
export const ONE_TIME_PASSWORD = { digits: 6, stepSeconds: 30, secretBytes: 20 } as const;
/** Steps before and after the present one whose codes count, since clocks differ and people type (RFC 6238, 5.2). */
const TOLERANCE = [-1, 0, 1] as const;

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** RFC 4226, 5.3. */
export function hotp(secret: Buffer, counter: number, digits: number = ONE_TIME_PASSWORD.digits): string {
  const message = Buffer.alloc(8);
  message.writeBigUInt64BE(BigInt(counter));
  const mac = createHmac('sha1', secret).update(message).digest();
  const offset = (mac.at(-1) ?? 0) & 0xf;
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

export function stepAt(time: Date): number {
  return Math.floor(time.getTime() / 1000 / ONE_TIME_PASSWORD.stepSeconds);
}

/** The latest valid step with this code; null for a wrong code. */
export function stepOf(code: string, secret: Buffer, time: Date): number | null {
  const given = Buffer.from(code);
  const steps = TOLERANCE.map((away) => stepAt(time) + away).filter((step) => {
    const right = Buffer.from(hotp(secret, step));
    return given.length === right.length && timingSafeEqual(given, right);
  });
  return steps.at(-1) ?? null;
}

/** RFC 4648, 6, without padding; the form in which authenticators take secrets. @param alphabet 32 characters */
export function base32(bytes: Buffer, alphabet = BASE32): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => alphabet[Number.parseInt(group.padEnd(5, '0'), 2)]).join('');
}

/** The URI in the QR for an authenticator (Google Authenticator's key URI format). */
export function otpauthAddress(of: {
  readonly issuer: string;
  readonly email: string;
  readonly secret: Buffer;
}): string {
  // A colon parts the issuer from the account.
  const issuer = of.issuer.replaceAll(':', ' ');
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(of.email)}`;
  const { digits, stepSeconds } = ONE_TIME_PASSWORD;
  const secret = base32(of.secret);
  // Not as a form is encoded: authenticators show a plus sign as it stands.
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=${digits}&period=${stepSeconds}`;
}
