import { BridgeError } from '../../core/protocol/bridge/codes';
import { flagField, textField, wholeField } from '../../core/protocol/bridge/fields';
import { LIMITS } from '../../core/protocol/bridge/limits';
import { handler } from './request';

/** Follows a log from an offset on. */
export const logOpen = handler(
  'log.open',
  (data, { jobs }, session) => {
    const job = jobs.get(textField(data, 'job'));
    const file = textField(data, 'file');
    const look = session.logs.look(job, file);
    const asked = wholeField(data, 'offset', Number.MIN_SAFE_INTEGER);
    const offset = asked < 0 ? Math.max(0, look.size + asked) : asked;
    const known = data['generation'] ?? null;
    if ((known !== null && known !== look.generation) || offset > look.size)
      throw new BridgeError('file.changed', `the log is another file now; read it from its beginning`, {
        details: { generation: look.generation, size: look.size },
      });
    return session.openChannel(job, file, look, {
      offset,
      credit: wholeField(data, 'credit', 0),
      lossy: flagField(data, 'lossy'),
      until: null,
    });
  },
  true,
);

/** Sends one range of a log, as far as it is there. */
export const logRead = handler(
  'log.read',
  (data, { jobs }, session) => {
    const job = jobs.get(textField(data, 'job'));
    const file = textField(data, 'file');
    const look = session.logs.look(job, file);
    const offset = wholeField(data, 'offset', 0);
    const length = wholeField(data, 'length', 1, LIMITS.read_range);
    return session.openChannel(job, file, look, {
      offset,
      credit: length,
      lossy: false,
      until: offset + length,
    });
  },
  true,
);

export const channelClose = handler(
  'chan.close',
  (data, _host, session) => {
    session.closeChannel(wholeField(data, 'channel', 0));
    return {};
  },
  true,
);
