import type { SentMessages } from '../../../core/protocol/panels/explain';
import { whole } from '../../base/words';

interface SentProps {
  readonly sent: SentMessages;
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
}

/** What was sent, and what of the rollout was not. */
export function Sent({ sent, open, onOpen }: SentProps) {
  const { messages, cutTexts, characters, tokens } = sent;
  return (
    <>
      {cutTexts.length > 0 ? (
        <div class="notice">
          <p>
            <strong>The model did not see all of the rollout.</strong> It is longer than what is sent:
          </p>
          <ul>
            {cutTexts.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </div>
      ) : null}
      <details class="sent" open={open} onToggle={(event) => onOpen(event.currentTarget.open)}>
        <summary>
          What was sent{' '}
          <span class="quiet">
            {whole(characters)} characters, ≈ {whole(tokens)} tokens
          </span>
        </summary>
        {messages.length === 0 ? (
          <p class="quiet">The messages are not kept over a reload of the window.</p>
        ) : null}
        {messages.map(({ role, content }, index) => (
          <section key={index}>
            <h2>{role}</h2>
            <pre class="trace" tabIndex={0} aria-label={`Message of the role ${role}`}>
              {content}
            </pre>
          </section>
        ))}
      </details>
    </>
  );
}
