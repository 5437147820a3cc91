import { sessionStore } from './storage.ts';

const DESTINATION = 'signInDestination';

/** Saves the path that required the sign-in, so that its screen can open in the role it needs. */
export function saveSignInDestination(destination: string): void {
  sessionStore.set(DESTINATION, destination);
}

/** Whether the sign-in was for this path. Returns true once. */
export function takeSignInDestination(path: string): boolean {
  const kept = sessionStore.get(DESTINATION);
  sessionStore.remove(DESTINATION);
  return kept !== null && kept === path;
}
