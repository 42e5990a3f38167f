/** Something that did not work for a reason the user can understand; the message says what and where. */
export class UserError extends Error {
  override readonly name = 'UserError';
}
