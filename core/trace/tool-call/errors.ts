/** Characters of a result in which an error shows. */
const HEAD = 400;

/**
 * How environments say that a call failed: verl's search tool and tool loop, ReCall's sandbox, verifiers' tools, and
 * what Python prints of an exception.
 */
const ERRORS: readonly RegExp[] = [
  /^(?:search |execution |tool )?error\s*:/i,
  /^error executing tool\b/i,
  /^(?:execution timed out|invalid query|nothing to search)$/i,
  /^unknown function '/i,
  /^invalid json in arguments\b/i,
  /^parse tool call failed\b/i,
  /^no search results found\b/i,
  /^search (?:request|execution) failed\b/i,
  /^invalid \w{1,40} format\b/i,
  /^traceback \(most recent call last\)/i,
  /^\w{1,60}(?:error|exception)\b\s*[:(]/i,
  /\bgot an unexpected keyword argument\b/,
  /\bmissing \d{1,3} required positional argument/,
];

/** Whether a tool's result says that nothing was done. */
export function isError(result: string): boolean {
  const head = result.slice(0, HEAD).trim();
  return ERRORS.some((error) => error.test(head));
}
