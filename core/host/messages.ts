/** What the parent tells the host. Calls are numbered by the parent. */
export type ToHost =
  | {
      readonly kind: 'call';
      readonly id: number;
      readonly service: string;
      readonly method: string;
      readonly params: unknown;
    }
  | { readonly kind: 'cancel'; readonly id: number }
  /** End after what runs has been cancelled and has stopped. */
  | { readonly kind: 'stop' };

/** What the host tells its parent. */
export type FromHost =
  | { readonly kind: 'progress'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'done'; readonly id: number; readonly result: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly error: WireError };

/** An error on its way between processes. */
export interface WireError {
  readonly name: string;
  readonly message: string;
  readonly stack: string | null;
}

/** An error as it is sent. */
export function wireError(error: unknown): WireError {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error), stack: null };
  return { name: error.name, message: error.message, stack: error.stack ?? null };
}
