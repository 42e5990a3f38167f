import type { JsonObject } from '../core/json';
import { BridgeError } from '../core/protocol/bridge/codes';
import { frameOf } from '../core/protocol/bridge/envelope';
import {
  cursorsField,
  optionalText,
  textField,
  textsField,
  wholeField,
} from '../core/protocol/bridge/fields';
import { LIMITS, PROTOCOL_VERSION } from '../core/protocol/bridge/limits';
import type { HelloData, WelcomeData } from '../core/protocol/bridge/messages';
import { summaryOf } from './recipes';
import type { SessionParts } from './session';

/** Reads the first message. Throws `proto.version` where no version is common to both. */
export function readHello(data: JsonObject): HelloData {
  const hello: HelloData = {
    client_id: textField(data, 'client_id'),
    session_id: textField(data, 'session_id'),
    client_version: textField(data, 'client_version'),
    proto_min: wholeField(data, 'proto_min', 0),
    proto_max: wholeField(data, 'proto_max', 0),
    wants: textsField(data, 'wants'),
    t_client_ms: typeof data['t_client_ms'] === 'number' ? data['t_client_ms'] : 0,
    cursors: cursorsField(data, 'cursors'),
    boot_id_seen: optionalText(data, 'boot_id_seen'),
  };
  if (hello.proto_min > PROTOCOL_VERSION || hello.proto_max < PROTOCOL_VERSION)
    throw new BridgeError('proto.version', `this bridge speaks version ${PROTOCOL_VERSION} of the protocol`, {
      details: { proto_min: PROTOCOL_VERSION, proto_max: PROTOCOL_VERSION },
    });
  return hello;
}

/** The answer to `hello`. */
export function welcomeFrame(re: string | null, resume: WelcomeData['resume'], parts: SessionParts): string {
  const welcome: WelcomeData = {
    proto: PROTOCOL_VERSION,
    bridge_version: parts.version,
    boot_id: parts.bootId,
    host_id: parts.hostId,
    t_server_ms: Date.now(),
    uptime_ms: Math.round(process.uptime() * 1000),
    limits: LIMITS,
    engines: [{ id: 'local', available: true }],
    recipes: parts.host.book.all().map(summaryOf),
    resume,
    gpus: [],
  };
  return frameOf({ t: 'welcome', ...(re === null ? {} : { re }), d: welcome });
}
