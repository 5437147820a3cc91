import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
import { beginAt } from '../../chance/given-date.ts';
import { dieAt, type RigSettings } from './kill-points.ts';

/** Node loads this before the product, which does not know it. */
const { NODE_OPTIONS, RIG = '{}' } = process.env;
const { killAt = {}, startsAt }: RigSettings = JSON.parse(RIG);
dieAt(killAt);
if (startsAt) beginAt(startsAt);

/** Services get only the environment of the compose file, so pass the rig's settings on. */
const { spawn } = childProcess;
const withRig = (file: string, args: readonly string[] = [], options: childProcess.SpawnOptions = {}) => {
  const isOurs = file === process.execPath && options.env !== undefined;
  return spawn(file, [...args], isOurs ? { ...options, env: { NODE_OPTIONS, RIG, ...options.env } } : options);
};
childProcess.spawn = withRig as typeof spawn;
syncBuiltinESMExports();
