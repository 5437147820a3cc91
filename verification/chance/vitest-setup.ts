import { configureGlobal } from 'fast-check';
import { SEED } from './seed.ts';

/** A property that names no seed uses the one of the run. */
configureGlobal({ seed: SEED });
