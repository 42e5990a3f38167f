/** The values of jsonc-parser's `SyntaxKind`, a const enum that isolated modules cannot read. */
export const Token = {
  OpenBrace: 1,
  CloseBrace: 2,
  OpenBracket: 3,
  CloseBracket: 4,
  Comma: 5,
  Colon: 6,
  Null: 7,
  True: 8,
  False: 9,
  String: 10,
  Number: 11,
  Unknown: 16,
  End: 17,
} as const;

/** What its scanner reports of a token, in words, by the values of `ScanError`; 0 is no error. */
export const SCAN_ERRORS: readonly string[] = [
  '',
  'a comment, which JSON does not have',
  'a string that is not closed',
  'a number that is not complete',
  'an escape \\u without four hexadecimal digits',
  'an escape that JSON does not have',
  'a control character inside a string',
];

/** Numbers that Python writes and JSON lacks. */
export const BARE = ['-Infinity', 'Infinity', 'NaN'] as const;
