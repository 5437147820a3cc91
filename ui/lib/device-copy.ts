import type { RoleInfo, UserAnswer } from '@perktree/contracts/account/calls';
import type { MyScanAnswer } from '@perktree/contracts/scan/calls';
import { serverNow } from './public/time.ts';
import { localStore, parsed } from './storage.ts';

/**
 * Data saved on this device for offline use: the signed-in user and their open redemption codes. One account at a
 * time; cleared on sign-out and account deletion.
 */
interface DeviceCopy {
  readonly user: UserAnswer;
  readonly roleInfo: RoleInfo;
  readonly codes: readonly MyScanAnswer[];
}

const KEY = 'device-copy';

/** Null if no account is signed in on this device. */
export function savedAccount(): Pick<DeviceCopy, 'user' | 'roleInfo'> | null {
  return read();
}

/** Drops the codes of another account. */
export function saveAccount(user: UserAnswer, roleInfo: RoleInfo): void {
  const before = read();
  write({ user, roleInfo, codes: before?.user.id === user.id ? before.codes : [] });
}

/** Replaces the saved codes by the scans that are open. Does nothing without an account. */
export function saveCodes(scans: readonly MyScanAnswer[], now = serverNow()): void {
  const copy = read();
  if (copy !== null) write({ ...copy, codes: scans.filter((scan) => isOpen(scan, now)) });
}

/** Updates one scan among the saved codes. */
export function saveCode(scan: MyScanAnswer, now = serverNow()): void {
  saveCodes([scan, ...savedCodes(now).filter(({ scanId }) => scanId !== scan.scanId)], now);
}

/** The saved codes that have not expired. */
export function savedCodes(now = serverNow()): readonly MyScanAnswer[] {
  const copy = read();
  if (copy === null) return [];
  const codes = copy.codes.filter((scan) => isOpen(scan, now));
  if (codes.length < copy.codes.length) write({ ...copy, codes });
  return codes;
}

export function forgetDeviceCopy(): void {
  localStore.remove(KEY);
}

function isOpen(scan: MyScanAnswer, now: number): boolean {
  const expired = scan.expiresAtUtc !== null && Date.parse(scan.expiresAtUtc) <= now;
  return scan.redemptionCode !== null && (!scan.isRedeemed || scan.awaitsConfirmation) && !expired;
}

function read(): DeviceCopy | null {
  const copy = parsed<DeviceCopy>(localStore.get(KEY));
  return copy?.user?.id && copy.roleInfo?.role && Array.isArray(copy.codes) ? (copy as DeviceCopy) : null;
}

const write = (copy: DeviceCopy): void => localStore.set(KEY, JSON.stringify(copy));
