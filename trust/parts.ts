import { cellsPart } from './attacks/cells/part.ts';
import { crowdPart } from './attacks/crowd/part.ts';
import { fuzzPart } from './attacks/fuzz/part.ts';
import { racesPart } from './attacks/races/part.ts';
import { timingPart } from './attacks/timing/part.ts';
import { tokensPart } from './attacks/tokens/part.ts';
import { killRigPart } from './kill-rig/part.ts';
import type { Part } from './part.ts';
import { plantedPart } from './planted-bugs/part.ts';
import { simulatorPart } from './simulator/part.ts';

/** All there is, in the order in which a campaign runs them. */
export const PARTS: readonly Part[] = [
  simulatorPart,
  killRigPart,
  fuzzPart,
  cellsPart,
  tokensPart,
  racesPart,
  timingPart,
  crowdPart,
  plantedPart,
];
