import { ended, sentence } from '../../core/words';
import { UserError } from '../common/errors';

/** Errors of the bridge and its client, whose messages are sentences for the user. */
const TOLD = ['BridgeError', 'BridgeStartError', 'ConnectionLost'];

/** The same error as the user is told of it. By name: the classes are those of another bundle. */
export function userErrorOf(error: unknown): unknown {
  if (!(error instanceof Error) || !TOLD.includes(error.name)) return error;
  // The name of a parameter, which the message may begin with, stays as it is.
  const told = /^\w+:/.test(error.message) ? ended(error.message) : sentence(error.message);
  return new UserError(told, `${error.name}: ${error.message}`);
}
