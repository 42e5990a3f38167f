import type { Try } from './state';

interface TriesProps {
  readonly tries: readonly Try[];
  readonly current: string;
  readonly onTry: (text: string) => void;
}

/** The queries tried so far for this search, and what each brought: which words find the gold. */
export function Tries({ tries, current, onTry }: TriesProps) {
  if (tries.length < 2) return null;
  return (
    <section>
      <h2>Tried</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">Query</th>
            <th scope="col">Gold</th>
            <th scope="col">Same as recorded</th>
          </tr>
        </thead>
        <tbody>
          {tries.map(({ text, goldRank, overlap }) => (
            <tr key={text} class={text === current ? 'chosen' : undefined}>
              <td>
                <button type="button" class="link" onClick={() => onTry(text)}>
                  {text}
                </button>
              </td>
              <td>{goldRank === null ? 'not retrieved' : `rank ${goldRank}`}</td>
              <td>{overlap === null ? '–' : `${Math.round(overlap * 100)} %`}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
