#!/usr/bin/env node
/** `npm run services`: starts the services of docker-compose.yml as processes of this machine, without Docker. */
import { runProgram } from './lib/run-program.mjs';

await runProgram('services');
