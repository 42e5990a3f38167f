import type { RequestType } from '../../core/protocol/bridge/messages';
import { jobCancel, jobGet, jobLaunch, jobList, jobSubscribe, jobUnsubscribe } from './job';
import { channelClose, logOpen, logRead } from './log';
import { recipeGet, recipeList, recipeRender } from './recipe';
import type { RequestHandler } from './request';

/** Every request the bridge answers. A new one is a file here and a line in this list. */
const HANDLERS: { readonly [T in RequestType]: RequestHandler<T> } = {
  'recipe.list': recipeList,
  'recipe.get': recipeGet,
  'recipe.render': recipeRender,
  'job.launch': jobLaunch,
  'job.list': jobList,
  'job.get': jobGet,
  'job.subscribe': jobSubscribe,
  'job.unsubscribe': jobUnsubscribe,
  'job.cancel': jobCancel,
  'log.open': logOpen,
  'log.read': logRead,
  'chan.close': channelClose,
};

/** The handler of a type; undefined for one that the bridge does not know. */
export function handlerOf(type: string): RequestHandler | undefined {
  return Object.hasOwn(HANDLERS, type) ? HANDLERS[type as RequestType] : undefined;
}
