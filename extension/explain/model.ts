// The entry of dist/model.js, loaded when a model is first needed: the client library is large. Errors cross into the
// main bundle, which has its own copies of their classes, so they are told apart there by name (`words.ts`).
export { ModelClient } from '../../core/agent/model';
