/** Every context key the extension sets, and the type of its value. */
export interface ContextKeyValues {
  /** The file in the active editor is JSON or plain text and holds rollouts. */
  'tracehop.fileHasRollouts': boolean;
  /** It is plain text, which can be read as it stands in the language Rollout. */
  'tracehop.textHasRollouts': boolean;
}

export type ContextKey = keyof ContextKeyValues;

/** The keys once more, for those who must count them. */
export const contextKeys: Readonly<Record<ContextKey, true>> = {
  'tracehop.fileHasRollouts': true,
  'tracehop.textHasRollouts': true,
};
