import type { RoleInfo, UserAnswer } from '@perktree/contracts/http/accounts';
import type { MyScanAnswer } from '@perktree/contracts/http/scanning';
import { localStore } from './storage.ts';

/**
 * What this device keeps so that it can be shown without a network: who is signed in, and that person's open redemption
 * codes. One account at a time; nothing of it is left after signing out or erasing the account.
 */
interface DeviceCopy {
  readonly user: UserAnswer;
  readonly roleInfo: RoleInfo;
  readonly codes: readonly MyScanAnswer[];
}

const KEY = 'device-copy';

/** Null where nobody is signed in on this device, as far as it knows. */
export function keptAccount(): Pick<DeviceCopy, 'user' | 'roleInfo'> | null {
  return read();
}

/** Somebody else's codes are dropped. */
export function keepAccount(user: UserAnswer, roleInfo: RoleInfo): void {
  const before = read();
  write({ user, roleInfo, codes: before?.user.id === user.id ? before.codes : [] });
}

/** Keeps those of the scans that are still open, in place of what was kept before; without an account nothing. */
export function keepCodes(scans: readonly MyScanAnswer[], now = Date.now()): void {
  const copy = read();
  if (copy !== null) write({ ...copy, codes: scans.filter((scan) => isOpen(scan, now)) });
}

/** Keeps this one scan as it is now, beside the other codes. */
export function keepCode(scan: MyScanAnswer, now = Date.now()): void {
  keepCodes([scan, ...keptCodes(now).filter(({ scanId }) => scanId !== scan.scanId)], now);
}

/** The open codes of the kept account. What has expired meanwhile is dropped. */
export function keptCodes(now = Date.now()): readonly MyScanAnswer[] {
  const copy = read();
  if (copy === null) return [];
  const codes = copy.codes.filter((scan) => isOpen(scan, now));
  if (codes.length < copy.codes.length) write({ ...copy, codes });
  return codes;
}

/** On signing out, when the server says that nobody is signed in, and when the account is erased. */
export function forgetDeviceCopy(): void {
  localStore.remove(KEY);
}

function isOpen(scan: MyScanAnswer, now: number): boolean {
  const expired = scan.expiresAtUtc !== null && Date.parse(scan.expiresAtUtc) <= now;
  return scan.redemptionCode !== null && (!scan.isRedeemed || scan.awaitsConfirmation) && !expired;
}

function read(): DeviceCopy | null {
  const text = localStore.get(KEY);
  if (text === null) return null;
  try {
    const copy = JSON.parse(text) as Partial<DeviceCopy> | null;
    if (!copy?.user?.id || !copy.roleInfo?.role || !Array.isArray(copy.codes)) return null;
    return copy as DeviceCopy;
  } catch {
    return null;
  }
}

const write = (copy: DeviceCopy): void => localStore.set(KEY, JSON.stringify(copy));
