import { decodedStructureOf } from '../search-r1-structure';
import { searchR1Format, V03 } from './search-r1-format';

/** The same reward for files written without special tokens, in which the marker that it looks for is lost. */
export const searchR1FormatDecodedProfile = searchR1Format(V03, {
  id: 'search-r1-format-decoded',
  title: 'Search-R1 v0.3 over files without special tokens',
  explanation:
    'The reward of Search-R1 v0.3 as the trainer saw it, for dumps that were written without special tokens: the line ' +
    'assistant before the response stands for <|im_start|>assistant.',
  dialects: [],
  structure: decodedStructureOf,
});
