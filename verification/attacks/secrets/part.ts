import type { Part } from '../../trust/part.ts';
import { withServer } from '../with-server.ts';
import { openLoggedWorld, searchSecrets } from './search-secrets.ts';

/** Searches every answer, log line, event and table for API keys, pairing tokens and secrets of webhook endpoints. */
export const secretsPart: Part = {
  name: 'secrets',
  about: 'API keys and webhook secrets: shown once, and in no other answer, log line, event or table',
  unit: 'answers searched',
  quick: null,
  run: (_budget, _seed, report) =>
    withServer(async (server) => {
      const { world, log } = await openLoggedWorld(server);
      const { counts, faults } = await searchSecrets(world, log);
      await world.composed.close();
      report(`secrets: ${counts['answers searched']} answers`);
      return { counts, violations: faults.map((what) => ({ what, again: 'secrets' })) };
    }),
};
