import type { ScanAnswer } from '@perktree/contracts/scan/calls';
import { parsed, sessionStore } from './storage.ts';

/** What a signed-out visitor wanted to do, saved during sign-in. */
const REDEMPTION = 'pendingRedemption';
const CLAIM = 'pendingClaim';

export function savePendingRedemption(result: ScanAnswer): void {
  sessionStore.set(REDEMPTION, JSON.stringify(result));
}

/** Returns and forgets the saved scan result. Null if none exists or it cannot be parsed. */
export function takePendingRedemption(): ScanAnswer | null {
  const result = parsed<ScanAnswer>(sessionStore.take(REDEMPTION));
  return result?.qr && typeof result.token === 'string' ? (result as ScanAnswer) : null;
}

export function savePendingClaim(token: string): void {
  sessionStore.set(CLAIM, token);
}

/** Returns and forgets the token to claim. */
export const takePendingClaim = (): string | null => sessionStore.take(CLAIM);

export function hasPending(): boolean {
  return sessionStore.get(REDEMPTION) !== null || sessionStore.get(CLAIM) !== null;
}

const DESTINATION = 'signInDestination';

/** Saves the path that required the sign-in, so that its screen can open in the role it needs. */
export function saveSignInDestination(destination: string): void {
  sessionStore.set(DESTINATION, destination);
}

/** Whether the sign-in was for this path. Returns true once. */
export const takeSignInDestination = (path: string): boolean => sessionStore.take(DESTINATION) === path;

/** Signing in on the way to this screen selects the staff role. */
export const STAFF_SCREEN = '/staff-validation';
export const STAFF_LOGIN = `/login?${new URLSearchParams({ intent: 'customer', returnTo: STAFF_SCREEN })}`;
