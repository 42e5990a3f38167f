/** Version of the bridge's protocol in every envelope. */
export const PROTOCOL_VERSION = 1;

/** Websocket subprotocol that both sides name in the handshake. */
export const SUBPROTOCOL = 'rbridge.v1';

/** The one path that is upgraded to a websocket. */
export const SOCKET_PATH = '/v1/ws';

/** Path that answers `{"ok":true}` and nothing else. */
export const HEALTH_PATH = '/healthz';

/** Limits that bridge and client hold each other to; the bridge sends them in `welcome`. Bytes and milliseconds. */
export const LIMITS = {
  /** Largest text frame, and `maxPayload` of both sides. */
  text_frame: 1024 * 1024,
  /** Largest payload of a binary frame, without its header. */
  binary_frame: 256 * 1024,
  json_depth: 32,
  json_keys: 4096,
  id_length: 64,
  clients: 8,
  subscriptions: 32,
  channels: 64,
  requests_per_second: 50,
  request_burst: 100,
  /** Milliseconds for which the reply to a request is kept for the same id of the same session. */
  reply_kept_ms: 10 * 60_000,
  jobs_running: 4,
  jobs_queued: 50,
  jobs_stored: 500,
  metric_names: 2000,
  metric_name_length: 200,
  metric_rows: 500,
  batches_per_second: 4,
  metric_line: 64 * 1024,
  log_bytes: 20 * 1024 ** 3,
  path_length: 1024,
  read_range: 4 * 1024 * 1024,
  /** Bytes a client grants a log channel when it opens one. */
  channel_credit: 4 * 1024 * 1024,
  log_chunk: 64 * 1024,
  hello_ms: 10_000,
  ping_ms: 15_000,
  silence_ms: 45_000,
} as const;
