import { sessionStore } from './storage.ts';

/** The path that somebody was on the way to when they were asked to sign in. */
const DESTINATION = 'signInDestination';

/** Kept when signing in sends somebody on, so that the screen that they asked for can open in the role that it is for. */
export function keepSignInDestination(destination: string): void {
  sessionStore.set(DESTINATION, destination);
}

/** Whether this is where a sign-in has just led, once: asking forgets it. */
export function takeSignInDestination(path: string): boolean {
  const kept = sessionStore.get(DESTINATION);
  sessionStore.remove(DESTINATION);
  return kept !== null && kept === path;
}
