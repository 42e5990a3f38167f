/** Milliseconds between two looks, and beyond them that mean the machine slept. */
const LOOK_MS = 5000;
const SLEPT_MS = 30_000;

/** Two clocks; the monotonic one stands still while some machines sleep, the wall clock does not. */
export interface Clocks {
  wall(): number;
  monotonic(): number;
}

/**
 * Calls back after the machine slept, or this process was stopped: when a look comes much too late by either clock.
 * A connection that was open before is not to be trusted then. Returns what ends the watch.
 */
export function watchSleep(clocks: Clocks, slept: (ms: number) => void): { look(): void; stop(): void } {
  let wall = clocks.wall();
  let monotonic = clocks.monotonic();
  const look = (): void => {
    const late = Math.max(clocks.wall() - wall, clocks.monotonic() - monotonic) - LOOK_MS;
    wall = clocks.wall();
    monotonic = clocks.monotonic();
    if (late > SLEPT_MS) slept(late);
  };
  const timer = setInterval(look, LOOK_MS);
  timer.unref();
  return { look, stop: () => clearInterval(timer) };
}
