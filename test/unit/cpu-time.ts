/**
 * Milliseconds of processor time that this process has taken. What else runs on the machine adds nothing to a difference
 * of two, as it does to one of the clock's: only work that grows too fast with its input makes it large.
 */
export function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
