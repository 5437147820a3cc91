import { useEffect, useState } from 'react';

export interface Timer {
  isRunning(): boolean;
  /** Runs `act` once, after this many milliseconds. Replaces what was started before. */
  start(act: () => void, milliseconds: number): void;
  stop(): void;
}

export function createTimer(): Timer {
  let running: ReturnType<typeof setTimeout> | undefined;
  const stop = () => {
    clearTimeout(running);
    running = undefined;
  };
  return {
    isRunning: () => running !== undefined,
    start(act, milliseconds) {
      stop();
      running = setTimeout(() => {
        running = undefined;
        act();
      }, milliseconds);
    },
    stop,
  };
}

/** A timer that stops when its component unmounts. */
export function useTimer(): Timer {
  const [timer] = useState(createTimer);
  useEffect(() => timer.stop, [timer]);
  return timer;
}
