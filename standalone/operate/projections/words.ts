import { parseArgs } from 'node:util';
import { projections } from '@perktree/projector/catalogue';
import type { Projection } from '@perktree/projector/projection';

export interface Words {
  readonly command: string;
  readonly json: boolean;
  readonly dryRun: boolean;
  /** Null: all. */
  readonly only: readonly Projection[] | null;
  readonly noSwap: boolean;
  readonly evenIfDifferent: boolean;
  readonly fresh: boolean;
  readonly unfinished: boolean;
}

export const HELP = `npm run projections -- COMMAND [--only NAME] [--dry-run] [--json]

  list                       every read model: status, position, lag, rows, and what is under way
  rebuild                    fill copies beside the live tables, compare them, swap; goes on where it was cut off
      --no-swap                leave the copies ready, for a later swap
      --even-if-different      swap copies too whose rows are not those of the live tables
      --fresh                  from the first event, not from where it was cut off
  pause                      stop read models where they are; readers keep their rows and do not wait
  resume                     go on with paused and failed ones
  swap                       turn readers over to copies that are ready
  verify                     compare with a replay of the events, byte for byte
  drop                       drop the tables that served before the last swap
      --unfinished             drop the copies of rebuilds that were not swapped, instead

  --only NAME                one read model; may be given several times
  --dry-run                  say what would be done, and do nothing
  --json                     one line of JSON on standard output`;

/** @throws Error that says what is wrong */
export function readWords(args: readonly string[]): Words {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      json: { type: 'boolean', default: false },
      'dry-run': { type: 'boolean', default: false },
      only: { type: 'string', multiple: true },
      'no-swap': { type: 'boolean', default: false },
      'even-if-different': { type: 'boolean', default: false },
      fresh: { type: 'boolean', default: false },
      unfinished: { type: 'boolean', default: false },
    },
  });
  const [command = 'help', ...others] = positionals;
  if (others.length > 0)
    throw new Error(`One command at a time; to name read models: --only ${others.join(' --only ')}`);
  if (values['no-swap'] && values['even-if-different']) throw new Error('Either --no-swap or --even-if-different.');
  return {
    command,
    json: values.json,
    dryRun: values['dry-run'],
    only: values.only ? values.only.map(named) : null,
    noSwap: values['no-swap'],
    evenIfDifferent: values['even-if-different'],
    fresh: values.fresh,
    unfinished: values.unfinished,
  };
}

function named(name: string): Projection {
  const found = projections.find((projection) => projection.name === name);
  if (found) return found;
  throw new Error(`There is no read model ${name}. There are: ${projections.map((each) => each.name).join(', ')}.`);
}
