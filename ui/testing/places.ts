import type { Role } from '@perktree/contracts/kernel/envelope';
import { describe, it } from 'vitest';
import { api, DESKTOP, openScreen, PHONE, settled } from './open-screen.tsx';
import { signIn } from './people.ts';
import { type Seen, see, seeNot } from './see.ts';

/** What the specification requires on a screen, in English and Spanish. */
export interface Place extends Seen {
  readonly path: string;
  readonly role: Role | null;
  /** Gives the answers that differ from empty ones. */
  readonly given?: () => void;
  /** Opens a dialog, or scrolls. */
  readonly open?: (language: 'en' | 'es') => Promise<void>;
  readonly not?: Seen;
}

/** A test for each place, on the width of a desktop in English, and on that of a phone in Spanish. */
export function testPlaces(places: readonly (readonly [name: string, Place])[]): void {
  describe.each([
    ['a desktop', DESKTOP, 'en'],
    ['a phone in Spanish', PHONE, 'es'],
  ] as const)('on %s', (_, viewport, language) => {
    it.each(places)('%s', async (_name, { path, role, given, open, not = {}, ...seen }) => {
      api.answerReads('empty');
      signIn(role);
      given?.();
      await openScreen(path, { viewport, language });
      await settled();
      await open?.(language);
      await see(seen, language);
      seeNot(not, language);
    });
  });
}
