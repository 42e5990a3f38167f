/** What samplers, loggers and chat templates leave at the end of a text. */
export const END_MARKS = [
  '<|im_end|>',
  '<|endoftext|>',
  '</s>',
  '<|eot_id|>',
  '<|end_of_text|>',
  '<｜end▁of▁sentence｜>',
] as const;
