import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
import { dieAt } from './kill-points.ts';
import { CLOCK_AHEAD, KILL_AT, readKillAt } from './settings.ts';
import { setClockAhead } from './wrong-clock.ts';

const { NODE_OPTIONS, [KILL_AT]: killAt, [CLOCK_AHEAD]: clockAhead } = process.env;

if (killAt) dieAt(readKillAt(killAt));
if (clockAhead) setClockAhead(Number(clockAhead));

/** Services get only the environment of the compose file, so pass the rig's settings on. */
const { spawn } = childProcess;
const withRig = (file: string, args: readonly string[] = [], options: childProcess.SpawnOptions = {}) => {
  const rig = { NODE_OPTIONS, ...(killAt && { [KILL_AT]: killAt }), ...(clockAhead && { [CLOCK_AHEAD]: clockAhead }) };
  const isOurs = file === process.execPath && options.env !== undefined;
  return spawn(file, [...args], isOurs ? { ...options, env: { ...rig, ...options.env } } : options);
};
childProcess.spawn = withRig as typeof spawn;
syncBuiltinESMExports();
