import { pathToFileURL } from 'node:url';
import { KILL_POINTS, type KillPoint } from './kill-points.ts';

/** The rig's settings in the environment of a product's processes. */
export const KILL_AT = 'RIG_KILL_AT';
export const CLOCK_AHEAD = 'RIG_CLOCK_AHEAD_MS';

export type KillAt = Partial<Record<KillPoint, number>>;

/**
 * The environment of a process that kills itself or has a wrong clock. Node loads the rig's preload before the product, which
 * does not know it.
 * @param preload the bundle of preload/main.ts
 */
export function rigEnvironment(
  preload: string,
  { killAt = {}, clockAheadMs = 0 }: { readonly killAt?: KillAt; readonly clockAheadMs?: number },
): Record<string, string> {
  const points = Object.entries(killAt).map(([point, times]) => `${point}:${times}`);
  return {
    NODE_OPTIONS: `--import ${pathToFileURL(preload).href}`,
    ...(points.length > 0 ? { [KILL_AT]: points.join(',') } : {}),
    ...(clockAheadMs === 0 ? {} : { [CLOCK_AHEAD]: String(clockAheadMs) }),
  };
}

/** @throws Error for an unknown point */
export function readKillAt(text: string): ReadonlyMap<KillPoint, number> {
  return new Map(
    text.split(',').map((each) => {
      const [name = '', times = '1'] = each.split(':');
      const point = KILL_POINTS.find((known) => known === name);
      if (!point || !(Number(times) >= 1)) throw new Error(`${KILL_AT}: ${each} is not a kill point`);
      return [point, Number(times)];
    }),
  );
}
