/** An option that names something unknown; the message says what is known. Never a fault of a file or of ours. */
export class UsageError extends RangeError {
  override readonly name = 'UsageError';
}
