import { answerHover } from './answer';
import { documentHover } from './document';
import { queryHover } from './query';
import { tagHover } from './tag';

/** Everything a hover can show; the first that has something to say about a place is shown. */
export const hovers = [tagHover, queryHover, documentHover, answerHover] as const;
