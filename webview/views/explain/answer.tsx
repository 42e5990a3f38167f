import type { ComponentChildren } from 'preact';
import { memo } from 'preact/compat';
import { useMemo } from 'preact/hooks';
import { type Block, blocksOf } from './blocks';
import { type Inline, inlineOf } from './inline';

interface AnswerProps {
  readonly text: string;
  /** Number of turns of the rollout. */
  readonly turns: number;
  readonly onTurn: (turn: number) => void;
}

/** An answer in the little Markdown that {@link blocksOf} knows, all of it text nodes. */
export function Answer({ text, turns, onTurn }: AnswerProps) {
  const blocks = useMemo(() => blocksOf(text), [text]);
  return (
    <div class="answer">
      {blocks.map((block, index) => (
        <BlockView key={index} block={block} turns={turns} onTurn={onTurn} />
      ))}
    </div>
  );
}

interface BlockProps {
  readonly block: Block;
  readonly turns: number;
  readonly onTurn: (turn: number) => void;
}

/** Blocks before the last one do not change while an answer comes, and are not drawn again. */
const BlockView = memo(
  ({ block, turns, onTurn }: BlockProps) => {
    const inline = (text: string): ComponentChildren => pieces(inlineOf(text, turns), onTurn);
    switch (block.kind) {
      case 'heading':
        // The first level is the page's own.
        return block.level <= 2 ? <h2>{inline(block.text)}</h2> : <h3>{inline(block.text)}</h3>;
      case 'paragraph':
        return <p>{inline(block.text)}</p>;
      case 'code':
        return <pre class="trace">{block.text}</pre>;
      case 'list': {
        const items = block.items.map(({ depth, text }, index) => (
          <li key={index} class={`depth-${depth}`}>
            {inline(text)}
          </li>
        ));
        return block.ordered ? <ol start={block.start}>{items}</ol> : <ul>{items}</ul>;
      }
    }
  },
  (before, after) =>
    before.turns === after.turns && JSON.stringify(before.block) === JSON.stringify(after.block),
);

function pieces(parts: readonly Inline[], onTurn: (turn: number) => void): ComponentChildren {
  return parts.map((part, index) => {
    switch (part.kind) {
      case 'text':
        return part.text;
      case 'code':
        return <code key={index}>{part.text}</code>;
      case 'strong':
        return <strong key={index}>{pieces(part.parts, onTurn)}</strong>;
      case 'em':
        return <em key={index}>{pieces(part.parts, onTurn)}</em>;
      case 'turn':
        return (
          <button
            key={index}
            type="button"
            class="link"
            title={`Show turn ${part.turn} in the rollout`}
            onClick={() => onTurn(part.turn)}
          >
            {part.text}
          </button>
        );
    }
  });
}
