import type { Part, Violation } from '../../trust/part.ts';
import { openAttackedWorld } from '../attacked-world.ts';
import { withServer } from '../with-server.ts';
import { tryKeysOverHttp } from './try-keys.ts';
import { tryTokens, tryTokensOverHttp } from './try-tokens.ts';
import { allVerifiers } from './verifiers.ts';

const AT_ONCE = 100_000;
const OVER_HTTP = 2_000;
const KEYS_OVER_HTTP = 1_000;

/** Gives mutated tokens to the product's verifiers, and a sample of them over HTTP. */
export const tokensPart: Part = {
  name: 'tokens',
  about: 'session cookies, API keys, redemption tokens and invitations changed by a little: none opens anything',
  unit: 'tokens',
  quick: 1_000_000,
  longestTurnMs: 60_000,
  run: ({ count, until }, seed, report) =>
    withServer(async (server) => {
      const violations: Violation[] = [];
      const addViolations = (accepted: readonly { kind: string; token: string }[], at: number) =>
        violations.push(
          ...accepted.map(({ kind, token }) => ({
            ...{ what: `${kind} was taken for genuine: ${JSON.stringify(token)}`, seed },
            again: `tokens --seed ${seed} --count ${at}`,
          })),
        );
      const verifiers = allVerifiers();
      let tokens = 0;
      const isOver = () => (count !== null && tokens >= count) || (until !== null && Date.now() >= until);
      do {
        const next = Math.min(AT_ONCE, count === null ? AT_ONCE : count - tokens);
        addViolations(tryTokens(verifiers, seed + tokens, next), tokens + next);
        tokens += next;
        // Yield to the event loop.
        await new Promise(setImmediate);
      } while (!isOver() && violations.length === 0);
      report(`tokens: ${tokens}, now over HTTP`);
      const world = await openAttackedWorld(server);
      addViolations(await tryTokensOverHttp(world, seed, OVER_HTTP), tokens);
      addViolations(await tryKeysOverHttp(world, seed, KEYS_OVER_HTTP), tokens);
      await world.composed.close();
      return { counts: { tokens, 'tokens over HTTP': OVER_HTTP + KEYS_OVER_HTTP }, violations };
    }),
};
