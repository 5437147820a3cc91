import { crowdPart } from '../attacks/crowd/part.ts';
import { fuzzPart } from '../attacks/fuzz/part.ts';
import { racesPart } from '../attacks/races/part.ts';
import { timingPart } from '../attacks/timing/part.ts';
import { tokensPart } from '../attacks/tokens/part.ts';
import { killRigPart } from '../kill-rig/part.ts';
import { simulatorPart } from '../simulator/part.ts';
import type { Part } from './part.ts';

/** All parts, in the order of a campaign. */
export const PARTS: readonly Part[] = [
  simulatorPart,
  killRigPart,
  fuzzPart,
  tokensPart,
  racesPart,
  timingPart,
  crowdPart,
];
