/** A query without its marks, and `mode:query` for the label. (RouteRAG: `routerag/RouteRAG.py` `search`) */
export function routed(written: string): { readonly query: string; readonly label: string } {
  const marks = new Set([...written.matchAll(/\[(passage|graph)\]/g)].map(([, name]) => name));
  const query = written.replace(/\[(?:passage|graph)\]/g, '').trim();
  const mode = marks.size === 2 ? 'hybrid' : marks.has('graph') ? 'graph' : 'passage';
  return { query, label: `${mode}:${query}` };
}
