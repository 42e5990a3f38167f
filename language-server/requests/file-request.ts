import type { RequestName } from '../../core/protocol/server';
import type { ElsewhereIndex } from '../elsewhere/elsewhere-index';
import type { FileHandle } from '../files/file-handle';
import type { MemoryTexts } from '../files/memory-texts';
import type { Guard } from '../host/guard';

/** What a request about a file may use, with the file open. */
export interface FileContext {
  readonly handle: FileHandle;
  readonly signal: AbortSignal;
  readonly guard: Guard;
  /** Texts that are read like files. */
  readonly memory: MemoryTexts;
  readonly elsewhere: ElsewhereIndex;
  /** Id of the reward profile for a file: the one a client asked for, else the setting's. */
  readonly profileFor: (uri: string, wanted: string | null) => Promise<string>;
}

/** One of the product's own requests about a file. */
export interface FileRequest<Params extends { readonly file: string }, Result> {
  readonly name: RequestName<Params, Result>;
  answer(context: FileContext, params: Params): Promise<Result>;
}
