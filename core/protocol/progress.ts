/**
 * Progress of the product's own requests: the client puts a token among the parameters, and the server sends
 * `$/progress` notifications under it until it answers, as the Language Server Protocol has it. A client that puts in
 * none hears nothing. What a request says is the third type of its `RequestName`.
 */
export interface WithProgress {
  readonly progressToken?: string | number;
}
