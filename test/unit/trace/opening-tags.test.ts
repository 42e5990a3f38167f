import { expect, it } from 'vitest';
import { dialects } from '../../../core/trace/dialects';
import { OPENING_TAGS } from '../../../core/trace/opening-tags';

it('the opening tags are those of the dialects, no more and no less', () => {
  const tags = new Set(dialects.flatMap((dialect) => dialect.tags.map(({ open }) => open)));
  expect([...OPENING_TAGS].sort()).toEqual([...tags].sort());
});
