/** Every context key the extension sets, and the type of its value. */
export interface ContextKeyValues {
  /** The file in the active editor is JSON and holds rollouts. */
  'tracehop.fileHasRollouts': boolean;
}

export type ContextKey = keyof ContextKeyValues;

/** The keys once more, for those who must count them. */
export const contextKeys: Readonly<Record<ContextKey, true>> = { 'tracehop.fileHasRollouts': true };
