/**
 * Lets at most `width` pieces of work with the same key run at once; the others wait their turn. What waits is in memory
 * only, so the limit is one process's.
 */
export function createLanes(width: number) {
  const lanes = new Map<string, { running: number; waiting: (() => void)[] }>();

  return async function inLane<T>(key: string, work: () => Promise<T>): Promise<T> {
    const lane = lanes.get(key) ?? { running: 0, waiting: [] };
    lanes.set(key, lane);
    if (lane.running < width) lane.running += 1;
    else await new Promise<void>((resolve) => lane.waiting.push(resolve));
    try {
      return await work();
    } finally {
      // The place goes straight to the next one, so nobody can slip in between.
      const next = lane.waiting.shift();
      if (next) next();
      else {
        lane.running -= 1;
        if (lane.running === 0) lanes.delete(key);
      }
    }
  };
}
