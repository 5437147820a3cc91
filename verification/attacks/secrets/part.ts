import type { Part } from '../../trust/part.ts';
import { withServer } from '../with-server.ts';
import { openLoggedWorld, searchSecrets } from './search-secrets.ts';

/** API keys, pairing tokens and secrets of webhook endpoints, searched for in every place that could disclose them. */
export const secretsPart: Part = {
  name: 'secrets',
  about: 'keys and secrets of webhooks: shown once, and in no other answer, log line, event or table',
  unit: 'answers searched',
  quick: null,
  run: (_, seed, report) =>
    withServer(async (server) => {
      const { world, log } = await openLoggedWorld(server);
      const { counts, faults } = await searchSecrets(world, log);
      await world.composed.close();
      report(`secrets: ${counts['answers searched']} answers`);
      return { counts, violations: faults.map((what) => ({ what, seed, again: 'secrets' })) };
    }),
};
