import { setTimeout as wait } from 'node:timers/promises';
import type { Document } from '../../core/trace/model';
import type { Elsewhere, HoverContext } from '../features/hover/content';
import type { FileHandle } from '../files/file-handle';
import { isMemory } from '../files/memory-texts';
import type { PlacedRollout } from '../places/placed-rollout';
import type { TakeBatch, WorkerClient } from '../worker/worker-client';
import { documentKey } from './document-key';
import { PostingTable } from './posting-table';

/** Most postings kept of one file: about 60 MB. */
const MOST_POSTINGS = 1_000_000;

/** Rollouts named in a hover. */
const NAMED = 6;

/** Longest wait for the index before a hover shows what is known. */
const PATIENCE_MS = 10;

/** Longest wait of the hover that starts the index: in this time files of some megabytes are read to their end. */
const FIRST_PATIENCE_MS = 150;

/** The index of one file: what is known so far. */
interface FileIndex {
  table: PostingTable;
  records: number;
  /** Whether the whole file was read. */
  complete: boolean;
  /** Whether reading has ended, early or not. */
  ended: boolean;
  done: Promise<void>;
}

/** Where else in their file documents were retrieved: one index a file, made in the worker on first need. */
export class ElsewhereIndex {
  private readonly files = new WeakMap<FileHandle, FileIndex>();

  constructor(
    private readonly worker: WorkerClient,
    private readonly failed: (error: unknown) => void,
  ) {}

  /** What is known for a hover over a rollout of a file, after at most a short wait. */
  async contextFor(handle: FileHandle, placed: PlacedRollout): Promise<HoverContext> {
    const known = this.files.get(handle);
    const index = known ?? this.start(handle);
    if (!index.ended) await Promise.race([index.done, wait(known ? PATIENCE_MS : FIRST_PATIENCE_MS)]);
    const { rollout } = placed;
    return {
      elsewhere: (document) => elsewhereOf(index.table, document, rollout.index, rollout.sample),
      extent: index.complete ? null : extentOf(index),
    };
  }

  private start(handle: FileHandle): FileIndex {
    const { file, options } = handle;
    const request = { kind: 'documents', path: file.path, options, most: MOST_POSTINGS } as const;
    const index: FileIndex = {
      table: new PostingTable(MOST_POSTINGS),
      records: 0,
      complete: false,
      ended: false,
      done: Promise.resolve(),
    };
    if (isMemory(handle.uri)) {
      // The worker reads files; a text in memory is mostly one rollout, whose documents stand nowhere else.
      index.ended = true;
      index.complete = true;
      this.files.set(handle, index);
      return index;
    }
    const begin = (): TakeBatch => {
      index.table = new PostingTable(MOST_POSTINGS);
      index.records = 0;
      return (batch) => {
        if (batch.kind !== 'documents') return;
        index.table.addAll(batch.postings);
        index.records = batch.records;
      };
    };
    index.done = this.worker.run(request, begin, handle.gone).then(
      ({ capped }) => {
        index.complete = !capped && !index.table.full;
        index.ended = true;
      },
      (error: unknown) => {
        index.ended = true;
        if (!handle.gone.aborted) this.failed(error);
      },
    );
    this.files.set(handle, index);
    return index;
  }
}

function extentOf({ records, ended }: FileIndex): string {
  if (records === 0 && !ended) return 'still reading the file';
  return ended ? `in the first ${records} records` : `in the first ${records} records, still reading`;
}

function elsewhereOf(table: PostingTable, document: Document, index: number, sample: number): Elsewhere {
  const others = table
    .of(documentKey(document))
    .filter((posting) => posting.index !== index || posting.sample !== sample)
    .map((posting) => (posting.sample > 0 ? `${posting.index}.${posting.sample}` : `${posting.index}`));
  const names = [...new Set(others)];
  return { rollouts: names.slice(0, NAMED), more: Math.max(0, names.length - NAMED) };
}
