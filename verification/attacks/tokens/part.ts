import { isSpent, type Part, type Violation } from '../../trust/part.ts';
import { openAttackedWorld } from '../attacked-world.ts';
import { withServer } from '../with-server.ts';
import { tryKeysOverHttp } from './try-keys.ts';
import { tryTokens, tryTokensOverHttp } from './try-tokens.ts';
import { allVerifiers } from './verifiers.ts';

const BATCH = 100_000;
const OVER_HTTP = 2_000;
const KEYS_OVER_HTTP = 1_000;

/** Gives mutated tokens to the product's verifiers, and a sample of them over HTTP. */
export const tokensPart: Part = {
  name: 'tokens',
  about: 'slightly changed session cookies, API keys, redemption tokens and invitations: none is accepted',
  unit: 'tokens',
  quick: 1_000_000,
  longestTurnMs: 60_000,
  run: (budget, seed, report) =>
    withServer(async (server) => {
      const violations: Violation[] = [];
      const addViolations = (accepted: readonly { kind: string; token: string }[], at: number) =>
        violations.push(
          ...accepted.map(({ kind, token }) => ({
            what: `${kind} was accepted: ${JSON.stringify(token)}`,
            again: `tokens --seed ${seed} --count ${at}`,
          })),
        );
      const verifiers = allVerifiers();
      let tokens = 0;
      do {
        const next = Math.min(BATCH, budget.count === null ? BATCH : budget.count - tokens);
        addViolations(tryTokens(verifiers, seed + tokens, next), tokens + next);
        tokens += next;
        // Yield to the event loop.
        await new Promise(setImmediate);
      } while (!isSpent(budget, tokens) && violations.length === 0);
      report(`tokens: ${tokens}, now over HTTP`);
      const world = await openAttackedWorld(server);
      addViolations(await tryTokensOverHttp(world, seed, OVER_HTTP), tokens);
      addViolations(await tryKeysOverHttp(world, seed, KEYS_OVER_HTTP), tokens);
      await world.composed.close();
      return { counts: { tokens, 'tokens over HTTP': OVER_HTTP + KEYS_OVER_HTTP }, violations };
    }),
};
