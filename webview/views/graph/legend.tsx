import type { ComponentChildren } from 'preact';

/** What shapes, rings and lines mean. */
export function Legend() {
  return (
    <ul class="legend" aria-label="Legend">
      <Entry name="question" word="question">
        <circle cx="9" cy="9" r="7" />
      </Entry>
      <Entry name="query" word="query (turn)">
        <path d="M9 1 17 9 9 17 1 9z" />
      </Entry>
      <Entry name="document" word="document (best rank)">
        <rect x="2" y="2" width="14" height="14" rx="3" />
      </Entry>
      <Entry name="holds-gold" word="★ holds a gold">
        <rect class="ring" x="2" y="2" width="14" height="14" rx="3" />
        <rect x="5.5" y="5.5" width="7" height="7" rx="1" />
      </Entry>
      <Entry name="answer" word="answer: ✓ right, ✗ wrong, ∅ missing">
        <path d="M1 9 5 2h8l4 7-4 7H5z" />
      </Entry>
      <Entry name="led" word="led to a query">
        <path d="M0 9h18" />
      </Entry>
      <Entry name="support" word="holds the answer">
        <path d="M0 9h18" stroke-dasharray="4 2.5" />
      </Entry>
    </ul>
  );
}

interface EntryProps {
  readonly name: string;
  readonly word: string;
  readonly children: ComponentChildren;
}

function Entry({ name, word, children }: EntryProps) {
  return (
    <li>
      <svg class={`sign ${name}`} width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">
        {children}
      </svg>
      {word}
    </li>
  );
}
