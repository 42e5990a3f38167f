/** As much of markdown-it as the tests use; the package ships no types. */
declare module 'markdown-it' {
  interface Token {
    readonly type: string;
    readonly content: string;
    readonly children: readonly Token[] | null;
  }

  export default class MarkdownIt {
    constructor(options: { html: boolean; linkify: boolean; typographer: boolean });
    parse(source: string, environment: object): readonly Token[];
  }
}
