/** An element the policy writes: both of its tags point at the same object. */
export interface Element {
  readonly tag: string;
  readonly content: string;
}

/** What a part of a policy's turn is, for the labels. */
export type Mark =
  | { readonly kind: 'open' | 'close'; readonly element: Element }
  | { readonly kind: 'stray'; readonly tag: string }
  /** An opener inside another element, part of that element's content. */
  | { readonly kind: 'inner'; readonly tag: string }
  | { readonly kind: 'forged' };

/** A piece of text the policy writes. A turn is a list of them. */
export interface Part {
  readonly text: string;
  readonly mark?: Mark;
}

export const raw = (text: string): Part => ({ text });

/** A whole element with plain content. */
export function whole(tag: string, content: string): Part[] {
  const element = { tag, content };
  return [open(element), raw(content), { text: `</${tag}>`, mark: { kind: 'close', element } }];
}

/** The opening tag of an element that will not be closed. */
export function open(element: Element): Part {
  return { text: `<${element.tag}>`, mark: { kind: 'open', element } };
}

export const stray = (text: string): Part => ({ text, mark: { kind: 'stray', tag: text } });
export const inner = (text: string): Part => ({ text, mark: { kind: 'inner', tag: text } });
export const forged = (text: string): Part => ({ text, mark: { kind: 'forged' } });

export const textOf = (parts: readonly Part[]): string => parts.map((part) => part.text).join('');
