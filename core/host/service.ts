/** One method of a service: what it takes, what it gives, and what it says while it works (`never`: nothing). */
export interface MethodShape {
  readonly params: unknown;
  readonly result: unknown;
  readonly progress: unknown;
}

/** A service as a map of its methods. All values must survive a structured clone. */
export type MethodMap<M> = { readonly [Name in keyof M]: MethodShape };

/** What both sides know of a service: its name and which methods may be asked again after a crash. */
export interface ServiceDescription<M extends MethodMap<M>> {
  readonly name: string;
  /** Methods that change nothing, or that come to the same when they run twice. */
  readonly idempotent: readonly (keyof M & string)[];
}

/** What a handler knows of the call it answers. */
export interface Call<Progress> {
  /** Fires when the caller gave up, or when the host ends. */
  readonly signal: AbortSignal;
  readonly progress: (value: Progress) => void;
}

/** A function for each method of a service. What it throws reaches the caller by name and message. */
export type Handlers<M extends MethodMap<M>> = {
  readonly [Name in keyof M]: (
    params: M[Name]['params'],
    call: Call<M[Name]['progress']>,
  ) => Promise<M[Name]['result']>;
};

/** A handler as the host calls it. */
export type AnyHandler = (params: unknown, call: Call<unknown>) => Promise<unknown>;

/** A service in the host. */
export interface Service {
  readonly name: string;
  readonly handlers: Readonly<Record<string, AnyHandler>>;
  /** Lets go of what the service holds; no call runs any more. */
  close(): Promise<void>;
}

/** Makes a service of its handlers. */
export function serviceOf<M extends MethodMap<M>>(
  { name }: ServiceDescription<M>,
  handlers: Handlers<M>,
  close: () => Promise<void>,
): Service {
  // The only sender is a client made from the same description, which typed the parameters.
  return { name, handlers: handlers, close };
}
