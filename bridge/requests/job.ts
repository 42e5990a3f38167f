import { BridgeError } from '../../core/protocol/bridge/codes';
import {
  flagField,
  optionalText,
  textField,
  textsField,
  wholeField,
} from '../../core/protocol/bridge/fields';
import { jobStream } from '../../core/protocol/bridge/events';
import type { JobInfo } from '../../core/protocol/bridge/jobs';
import { LIMITS } from '../../core/protocol/bridge/limits';
import type { Reply } from '../../core/protocol/bridge/messages';
import { paramsField } from './recipe';
import { handler } from './request';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const jobLaunch = handler('job.launch', (data, { jobs, audit }) => {
  const launch_key = textField(data, 'launch_key');
  if (!UUID.test(launch_key))
    throw new BridgeError('proto.bad_json', '`launch_key` must be a UUID in lower case');
  const launched = jobs.launch({
    launch_key,
    recipe: textField(data, 'recipe'),
    recipe_digest: optionalText(data, 'recipe_digest'),
    params: paramsField(data),
    engine: textField(data, 'engine'),
    name: optionalText(data, 'name'),
    tags: textsField(data, 'tags'),
    notes: optionalText(data, 'notes', 4000),
    queue_if_busy: flagField(data, 'queue_if_busy'),
  });
  const { job, spec_hash } = launched.job;
  audit.note('launch', { job, spec_hash, duplicate: launched.duplicate });
  return launched;
});

export const jobList = handler('job.list', (data, { jobs }) => {
  const states = textsField(data, 'states');
  const recipe = optionalText(data, 'recipe');
  const since = data['since'] === undefined ? 0 : wholeField(data, 'since', 0);
  return newest(
    jobs
      .all()
      .map((job) => job.info())
      .filter((job) => states.length === 0 || states.includes(job.state))
      .filter((job) => (recipe === null || job.recipe === recipe) && job.created_ms >= since),
  );
});

/** Bytes of a list of jobs: the rest of the frame is for the envelope. */
const LIST_BYTES = LIMITS.text_frame - 4096;

/** The last of the jobs, as many as a frame has room for: a longer one would end the client's connection. */
function newest(all: readonly JobInfo[]): Reply<'job.list'> {
  let left = LIST_BYTES;
  let from = all.length;
  for (; from > 0; from--) {
    left -= Buffer.byteLength(JSON.stringify(all[from - 1])) + 1;
    if (left < 0) break;
  }
  return { jobs: all.slice(from), left_off: from };
}

export const jobGet = handler('job.get', (data, { jobs }) => ({
  job: jobs.get(textField(data, 'job')).info(),
}));

export const jobCancel = handler('job.cancel', (data, { jobs, audit }) => {
  const id = textField(data, 'job');
  const mode = data['mode'] ?? 'graceful';
  if (mode !== 'graceful' && mode !== 'now')
    throw new BridgeError('proto.bad_json', '`mode` must be graceful or now');
  const cancelled = jobs.cancel(id, mode);
  audit.note('cancel', { job: id, mode, reason: optionalText(data, 'reason') });
  return cancelled;
});

export const jobSubscribe = handler(
  'job.subscribe',
  (data, { jobs }, session) => {
    const job = jobs.get(textField(data, 'job'));
    return {
      stream: jobStream(job.id),
      resume: session.subscribe(jobStream(job.id), wholeField(data, 'cursor', 0)),
    };
  },
  true,
);

export const jobUnsubscribe = handler(
  'job.unsubscribe',
  (data, _host, session) => {
    session.unsubscribe(jobStream(textField(data, 'job')));
    return {};
  },
  true,
);
