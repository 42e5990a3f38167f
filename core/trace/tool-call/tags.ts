/** The tags of Hermes-style tool calls, as Qwen's templates write them. */
export const THINK = { open: '<think>', close: '</think>' } as const;
export const CALL = { open: '<tool_call>', close: '</tool_call>' } as const;
export const RESPONSE = { open: '<tool_response>', close: '</tool_response>' } as const;
export const ANSWER = { open: '<answer>', close: '</answer>' } as const;
