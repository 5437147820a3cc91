import { configureGlobal } from 'fast-check';
import { beginAt } from './given-date.ts';
import { SEED } from './seed.ts';

/** A property that names no seed uses the one of the run. */
configureGlobal({ seed: SEED });

if (process.env.AT) beginAt(process.env.AT);
