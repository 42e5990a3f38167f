import type { ServiceDescription } from '../../../core/host/service';

interface EchoMethods {
  readonly echo: { readonly params: unknown; readonly result: unknown; readonly progress: never };
  readonly count: { readonly params: number; readonly result: number; readonly progress: number };
  /** Never ends; `cancelled` says afterwards how many were cancelled. */
  readonly hang: { readonly params: null; readonly result: null; readonly progress: string };
  readonly cancelled: { readonly params: null; readonly result: number; readonly progress: never };
  readonly fail: { readonly params: string; readonly result: null; readonly progress: never };
  /** Ends the process, unless the file named is there; makes it first. */
  readonly dieOnce: { readonly params: string; readonly result: string; readonly progress: never };
  readonly die: { readonly params: null; readonly result: null; readonly progress: never };
}

export const ECHO: ServiceDescription<EchoMethods> = { name: 'echo', idempotent: ['dieOnce', 'die'] };
