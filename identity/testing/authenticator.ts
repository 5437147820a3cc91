import { hotp, stepAt } from '../second-factor/one-time-password.ts';

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The code of an authenticator at a time. @param away offset in steps */
export function codeAt(secret: string, time: Date, away = 0): string {
  const bits = [...secret].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const bytes = (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  return hotp(Buffer.from(bytes), stepAt(time) + away);
}

/** An invalid code at a time. */
export function wrongCodeAt(secret: string, time: Date): string {
  const right = [-1, 0, 1].map((away) => codeAt(secret, time, away));
  return ['000000', '111111', '222222', '333333'].find((code) => !right.includes(code)) as string;
}
