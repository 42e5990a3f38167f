/** Tries again until there is a value. What the workbench shows arrives when it is ready. */
export async function until<T>(what: string, attempt: () => Promise<T | undefined>, ms = 30_000): Promise<T> {
  const end = performance.now() + ms;
  for (;;) {
    const value = await attempt();
    if (value !== undefined) return value;
    if (performance.now() > end) throw new Error(`no ${what} within ${ms / 1000} s`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
