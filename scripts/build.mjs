#!/usr/bin/env node
/** Builds the screens and the programs into dist/, where that is not done yet. */
import { build } from './lib/build.mjs';

await build();
