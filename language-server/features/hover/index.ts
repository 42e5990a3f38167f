import { answerHover } from './answer';
import { citationHover } from './citation';
import { documentHover } from './document';
import { markHover } from './mark';
import { queryHover } from './query';
import { tagHover } from './tag';

/** Everything a hover can show; the first that has something to say about a place is shown. */
export const hovers = [markHover, tagHover, citationHover, queryHover, documentHover, answerHover] as const;
