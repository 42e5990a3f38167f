import type { Camera } from './camera';

/** What the page keeps over reloads: choices, no data. */
export interface GraphState {
  /** Id of the chosen node. */
  readonly selected: string | null;
  /** Where the reader looks; null until they moved. */
  readonly camera: Camera | null;
  readonly goldOnly: boolean;
  readonly usefulOnly: boolean;
  readonly edgesAsText: boolean;
  readonly search: string;
  /** The most documents to show; null for the usual number. */
  readonly documents: number | null;
}

const first: GraphState = {
  selected: null,
  camera: null,
  goldOnly: false,
  usefulOnly: false,
  edgesAsText: false,
  search: '',
  documents: null,
};

/** What an earlier page kept, or the beginning; what makes no sense is left out. */
export function readState(stored: unknown): GraphState {
  if (typeof stored !== 'object' || stored === null) return first;
  const { selected, camera, goldOnly, usefulOnly, edgesAsText, search, documents } = stored as Record<
    string,
    unknown
  >;
  return {
    selected: typeof selected === 'string' ? selected : null,
    camera: readCamera(camera),
    goldOnly: goldOnly === true,
    usefulOnly: usefulOnly === true,
    edgesAsText: edgesAsText === true,
    search: typeof search === 'string' ? search : '',
    documents:
      typeof documents === 'number' && Number.isSafeInteger(documents) && documents > 0 ? documents : null,
  };
}

function readCamera(value: unknown): Camera | null {
  if (typeof value !== 'object' || value === null) return null;
  const { x, y, scale } = value as Record<string, unknown>;
  const known = Number.isFinite(x) && Number.isFinite(y) && Number.isFinite(scale) && Number(scale) > 0;
  return known ? { x: Number(x), y: Number(y), scale: Number(scale) } : null;
}
