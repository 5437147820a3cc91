#!/usr/bin/env node
/** Builds the screens and the programs into dist/, where that is not done yet. */
import { ensureBuilt } from './lib/build.mjs';

await ensureBuilt();
