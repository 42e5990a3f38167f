/**
 * Milliseconds of processor time that work takes. What else runs on the machine adds nothing to it, as it does to the
 * clock's: only work that grows too fast with its input takes much of it.
 */
export async function cpuTime(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
