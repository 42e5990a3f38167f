/** What Node.js is started with so that {@link giveBack} does something. */
export const CAN_GIVE_BACK = '--expose-gc';

/**
 * Gives the memory of what is used no longer back to the system: of a text of some megabytes that was read, which would
 * else be kept until much more was read. Takes some dozen milliseconds. Does nothing in a program that was started
 * without {@link CAN_GIVE_BACK}.
 */
export function giveBack(): void {
  (globalThis as { readonly gc?: () => void }).gc?.();
}
