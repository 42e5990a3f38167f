import {
  type CancellationToken,
  type Hover,
  type Location,
  type LocationLink,
  MarkupKind,
} from 'vscode-languageserver';
import type { Position } from '../../core/protocol/server';
import { definitions, type Target } from '../features/definition';
import { hovers } from '../features/hover';
import { type HoverContext, NOTHING_ELSEWHERE } from '../features/hover/content';
import { firstOf } from '../features/provider';
import { answerReferences } from '../features/references';
import { withSignal } from '../host/signals';
import type { PlacedRollout } from '../places/placed-rollout';
import { rangeIn } from '../places/places';
import type { Host } from './host';

/** Registers the features that say something about one place: hover, definition, references. */
export function registerAtPosition(host: Host): void {
  const { connection } = host;
  connection.onHover(({ textDocument, position }, token) =>
    answerHover(host, textDocument.uri, position, token),
  );
  connection.onDefinition(({ textDocument, position }, token) =>
    answerDefinition(host, textDocument.uri, position, token),
  );
  connection.onReferences(({ textDocument, position, context }, token) =>
    answerReferencesAt(host, textDocument.uri, position, context.includeDeclaration, token),
  );
}

function answerHover(
  host: Host,
  uri: string,
  position: Position,
  token: CancellationToken,
): Promise<Hover | null> {
  return host.guard.answer('hover', null, () =>
    withSignal(token, async (signal) => {
      const place = await placeAt(host, uri, position);
      if (!place) return null;
      const context = await contextOf(host, place.placed);
      signal.throwIfAborted();
      const found = firstOf(host.guard, hovers, place.placed, place.offset, context);
      if (!found) return null;
      const contents = { kind: MarkupKind.Markdown, value: found.markdown };
      return { contents, range: rangeIn(place.placed.places, found.range) };
    }),
  );
}

/** What is known of the rollout's file; a file that cannot be read takes nothing from the rest of the hover. */
function contextOf({ files, elsewhere, guard }: Host, placed: PlacedRollout): Promise<HoverContext> {
  const { address } = placed;
  if (!address) return Promise.resolve(NOTHING_ELSEWHERE);
  return guard.answer('where else', NOTHING_ELSEWHERE, () =>
    files.use(address.file, (handle) => elsewhere.contextFor(handle, placed)),
  );
}

function answerDefinition(
  host: Host,
  uri: string,
  position: Position,
  token: CancellationToken,
): Promise<LocationLink[] | Location | null> {
  return host.guard.answer('definition', null, () =>
    withSignal(token, async (signal) => {
      const place = await placeAt(host, uri, position);
      signal.throwIfAborted();
      if (!place) return null;
      const found = firstOf(host.guard, definitions, place.placed, place.offset, undefined);
      return found && linkTo(host, uri, place.placed, found);
    }),
  );
}

function linkTo(
  host: Host,
  uri: string,
  { places }: PlacedRollout,
  target: Target,
): LocationLink[] | Location {
  const selection = rangeIn(places, target.selection);
  if (!host.abilities().definitionLinks) return { uri, range: selection };
  return [
    {
      originSelectionRange: rangeIn(places, target.origin),
      targetUri: uri,
      targetRange: rangeIn(places, target.target),
      targetSelectionRange: selection,
    },
  ];
}

function answerReferencesAt(
  host: Host,
  uri: string,
  position: Position,
  includeDeclaration: boolean,
  token: CancellationToken,
): Promise<Location[] | null> {
  return host.guard.answer('references', null, () =>
    withSignal(token, async (signal) => {
      const place = await placeAt(host, uri, position);
      signal.throwIfAborted();
      if (!place) return null;
      const { placed, offset } = place;
      const found = firstOf(host.guard, [answerReferences], placed, offset, { includeDeclaration });
      return found && found.map((range) => ({ uri, range: rangeIn(placed.places, range) }));
    }),
  );
}

/** The rollout at a position of a document, and the offset in its own text. */
async function placeAt(
  { rollouts }: Host,
  uri: string,
  position: Position,
): Promise<{ readonly placed: PlacedRollout; readonly offset: number } | null> {
  for (const placed of await rollouts.of(uri)) {
    const offset = placed.places.offsetAt(position);
    if (offset !== null) return { placed, offset };
  }
  return null;
}
