import { CALLS_IN_ORDER, tryCells } from '@perktree/apps/standalone/testing/authorization-cells';
import type { Part, Violation } from '../../trust/part.ts';
import { openAttackedWorld } from '../attacked-world.ts';
import { withServer } from '../with-server.ts';

/** Tries every call by every person on objects of their own business, another one, none, and a mix of two. */
export const cellsPart: Part = {
  name: 'cells',
  about: 'every cell of the authorization table, tried in the running product',
  unit: 'authorization cells',
  quick: null,
  run: ({ until }, _seed, report) =>
    withServer(async (server) => {
      const world = await openAttackedWorld(server);
      const violations: Violation[] = [];
      let cells = 0;
      for (const name of CALLS_IN_ORDER) {
        if (until !== null && Date.now() >= until) break;
        const tried = await tryCells(world, name);
        cells += tried.cells;
        violations.push(...tried.faults.map((fault) => ({ what: `${name}: ${fault}`, again: 'cells' })));
      }
      await world.composed.close();
      report(`cells: ${cells}`);
      return {
        counts: { 'authorization cells': cells, 'calls tried by everybody': CALLS_IN_ORDER.length },
        violations,
      };
    }),
};
