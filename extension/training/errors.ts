import { UserError } from '../common/errors';

/** Errors of the bridge and its client, whose messages are sentences for the user. */
const TOLD = ['BridgeError', 'BridgeStartError', 'ConnectionLost'];

/** The same error as the user is told of it. By name: the classes are those of another bundle. */
export function userErrorOf(error: unknown): unknown {
  if (!(error instanceof Error) || !TOLD.includes(error.name)) return error;
  return new UserError(sentence(error.message), `${error.name}: ${error.message}`);
}

function sentence(text: string): string {
  // The name of a parameter stays as it is.
  const capital = /^\w+:/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?)]$/.test(capital) ? capital : `${capital}.`;
}
