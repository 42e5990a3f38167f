/** Where the pages of documentation stand on the web. */
const DOCS_URL = 'https://github.com/tracehop/tracehop/blob/main/docs';

/** The page of a finding's rule. */
export function rulePage(rule: string): string {
  return `${DOCS_URL}/findings/${encodeURIComponent(rule)}.md`;
}

/** The page about records that cannot be read. */
export const BROKEN_RECORD_PAGE = `${DOCS_URL}/broken-record.md`;
