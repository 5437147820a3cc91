import type { Role } from '@perktree/contracts/kernel/envelope';
import { it } from 'vitest';
import { api, openScreen, settled } from './open-screen.tsx';
import { signIn } from './people.ts';
import { type Seen, see, seeNot } from './see.ts';

/** What the specification requires on a screen. */
export interface Place extends Seen {
  readonly path: string;
  readonly role: Role | null;
  /** Gives the answers that differ from empty ones. */
  readonly given?: () => void;
  /** Opens a dialog, or scrolls. */
  readonly open?: () => Promise<void>;
  readonly not?: Seen;
}

/** A test for each place. */
export function testPlaces(places: readonly (readonly [name: string, Place])[]): void {
  it.each(places)('%s', async (_, { path, role, given, open, not = {}, ...seen }) => {
    api.answerReads('empty');
    signIn(role);
    given?.();
    await openScreen(path);
    await settled();
    await open?.();
    await see(seen);
    seeNot(not);
  });
}
