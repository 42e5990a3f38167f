import { bindings } from './keys';
import { Popup } from './popup';

const names: Readonly<Record<string, string>> = {
  ArrowDown: '↓',
  ArrowUp: '↑',
  PageDown: 'Page Down',
  PageUp: 'Page Up',
  Escape: 'Esc',
};

/** What the keys do. */
export function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  const words = [...new Set(bindings.map((binding) => binding.words))];
  return (
    <Popup title="Keys of the Rollouts editor" onClose={onClose}>
      <table>
        <tbody>
          {words.map((each) => (
            <tr key={each}>
              <td>
                {bindings
                  .filter((binding) => binding.words === each)
                  .flatMap(({ keys }) => keys)
                  .map((key) => (
                    <kbd key={key}>{names[key] ?? key}</kbd>
                  ))}
              </td>
              <td>{each}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="quiet">
        In the heads of columns the arrows walk, Enter sorts, Shift+Enter sorts by one more column, Shift with
        an arrow resizes and Ctrl+Shift with an arrow moves the column. While you type in a field, only Esc
        counts.
      </p>
    </Popup>
  );
}
