import type { Loss } from '../container';
import type { JsonObject } from '../fields/values';
import { cut, guessed } from '../losses';

const FROM_NAME = guessed("`step` is the number in the file's name");
const TOOLS = cut(
  'tool responses, which verl shortens to `max_tool_response_length` characters (256 unless set)',
);
const TOKENS = cut('special tokens of the chat template, which the dump leaves out');

/** What verl puts where a tool response was cut, by side. (`verl/experimental/agent_loop/tool_agent_loop.py`) */
const MARK = '(truncated)';
const MARKS = [`...${MARK}`, `${MARK}...`];

/** How a prompt begins once its special tokens were left out. */
const BARE = /^\s{0,4}(?:system|user)\n/;

/** What of a record of a dump is guessed or cut; `step` is the number in the file's name. */
export function lossesOf(value: JsonObject, input: string, output: string, step: number | null): Loss[] {
  const found: (Loss | false)[] = [
    value['step'] === undefined && step !== null && FROM_NAME,
    MARKS.some((mark) => output.includes(mark)) && TOOLS,
    BARE.test(input) && TOKENS,
  ];
  return found.filter((loss) => loss !== false);
}
