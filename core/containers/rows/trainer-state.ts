import { spansInList } from '../framing/json';
import { listInObject, type ListInObject } from '../framing/list-in-object';
import { isObject } from '../fields/values';
import { parseTolerant } from '../json/tolerant';
import { BadFormat, type RowFormat } from './row-format';

/** Lists in which trainers keep what they logged: `trainer_state.json`, and the reference runs of TRL's tests. */
const LISTS = ['log_history', 'steps'];

/** The steps that a trainer logged, each element of the list a record where it stands in the file. */
export const trainerState: RowFormat = {
  id: 'trainer-state',
  recognise(head) {
    const text = head.toString('utf8');
    const list = loggedIn(text);
    return list !== null && isLogged(text, list.at);
  },
  framing(_source, head) {
    const list = loggedIn(head.toString('utf8'));
    if (list === null)
      return Promise.reject(new BadFormat('no list of logged steps stands in its first 256 KB'));
    return Promise.resolve({
      id: 'rows',
      format: 'trainer-state',
      spans: (from, options) => spansInList(from, list.first, options),
    });
  },
};

/** Such a list, right below the outermost object; null where there is none. */
function loggedIn(text: string): ListInObject | null {
  if (!LISTS.some((name) => text.includes(`"${name}"`))) return null;
  return listInObject(text, LISTS);
}

/** Whether the first element is an object of a step and other numbers: lists of an agent's steps hold words. */
function isLogged(text: string, from: number): boolean {
  const open = text.indexOf('{', from);
  const close = text.indexOf('}', from);
  if (open < 0 || close < open || text.slice(from, open).trim() !== '') return false;
  const parsed = parseTolerant(text.slice(open, close + 1));
  if (!parsed.ok || !isObject(parsed.value)) return false;
  const values = Object.values(parsed.value);
  return (
    Object.hasOwn(parsed.value, 'step') &&
    values.length > 1 &&
    values.every((value) => value === null || typeof value === 'number')
  );
}
