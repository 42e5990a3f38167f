import { cutText } from '../../core/agent/explain/fit';
import { explainMessages as messagesFor } from '../../core/agent/explain/messages';
import type { ExplainMessages, ExplainParams } from '../../core/protocol/explain';
import { requests } from '../../core/protocol/server';
import type { FileRequest } from './file-request';
import { rolloutIn } from './rollout-text';

/** What would be sent to a model to explain a rollout. */
export const explainMessages: FileRequest<ExplainParams, ExplainMessages> = {
  name: requests.explainMessages,
  async answer({ handle, signal }, { budget, ...address }) {
    const record = await handle.existingRecord(address.index, signal);
    const { rollout } = rolloutIn(handle, record, address);
    const explanation = messagesFor(rollout, budget === undefined ? {} : { budget });
    return {
      ...explanation,
      id: rollout.id,
      cutTexts: explanation.cuts.map(cutText),
      turns: rollout.turns.length,
    };
  },
};
