import { isSpent, type Part } from '../../trust/part.ts';
import { withServer } from '../with-server.ts';
import { openAttackedEndpoints } from './attacked-endpoints.ts';
import { tryPrivateUrls } from './try-private-urls.ts';
import { tryRebinding } from './try-rebinding.ts';

/** Tries webhook endpoints at addresses that only this machine or its network reaches. */
export const addressesPart: Part = {
  name: 'addresses',
  about: 'webhook endpoints at private addresses in any notation, and at names that become private: none is reached',
  unit: 'private addresses',
  quick: 300,
  longestTurnMs: 60_000,
  run: (budget, seed, report) =>
    withServer(async (server) => {
      const target = await openAttackedEndpoints({ server });
      const { tried, accepted } = await tryPrivateUrls(target, seed, (done) => !isSpent(budget, done));
      report(`addresses: ${tried}, now names that change`);
      const { deliveries, faults } = await tryRebinding(target);
      await target.close();
      const again = `addresses --seed ${seed} --count ${tried}`;
      return {
        counts: { 'private addresses': tried, 'deliveries to rebinding names': deliveries },
        violations: [...accepted, ...faults].map((what) => ({ what, again })),
      };
    }),
};
