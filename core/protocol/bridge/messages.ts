import type { JobInfo, JobState, ParameterValue } from './jobs';
import type { RecipeDetail, RecipeSummary, RenderedStage } from './recipes';

/** First message of a client. */
export interface HelloData {
  /** Random for an installation. */
  readonly client_id: string;
  /** Random for a window; a new connection of a session replaces its old one. */
  readonly session_id: string;
  readonly client_version: string;
  readonly proto_min: number;
  readonly proto_max: number;
  readonly wants: readonly string[];
  readonly t_client_ms: number;
  /** Last sequence number processed, by stream; these streams are resumed at once. */
  readonly cursors: Readonly<Record<string, number>>;
  readonly boot_id_seen: string | null;
}

/** How a stream goes on after a connection. */
export type Resume =
  | { readonly mode: 'replay'; readonly from: number }
  /** All is sent again from `from`; what the client has is of another history. */
  | { readonly mode: 'snapshot'; readonly from: number }
  | { readonly mode: 'unknown' };

/** The bridge's answer to `hello`. */
export interface WelcomeData {
  readonly proto: number;
  readonly bridge_version: string;
  /** Random for a bridge process. */
  readonly boot_id: string;
  /** Stable for a state folder. */
  readonly host_id: string;
  readonly t_server_ms: number;
  readonly uptime_ms: number;
  readonly limits: Readonly<Record<string, number>>;
  readonly engines: readonly { readonly id: string; readonly available: boolean }[];
  readonly recipes: readonly RecipeSummary[];
  readonly resume: Readonly<Record<string, Resume>>;
  readonly gpus: readonly never[];
}

type None = Readonly<Record<string, never>>;

/** What a launch asks for. */
export interface LaunchData {
  /** UUID that the client made before its first attempt. */
  readonly launch_key: string;
  readonly recipe: string;
  /** Digest of the recipe that the user saw. */
  readonly recipe_digest: string | null;
  readonly params: Readonly<Record<string, ParameterValue>>;
  readonly engine: string;
  readonly name: string | null;
  readonly tags: readonly string[];
  readonly notes: string | null;
  readonly queue_if_busy: boolean;
}

/** Requests by type: what they carry and what their `ok` brings. */
export interface Requests {
  'recipe.list': { data: None; reply: { readonly recipes: readonly RecipeSummary[] } };
  'recipe.get': { data: { readonly recipe: string }; reply: { readonly recipe: RecipeDetail } };
  'recipe.render': {
    data: { readonly recipe: string; readonly params: Readonly<Record<string, ParameterValue>> };
    reply: { readonly stages: readonly RenderedStage[]; readonly params: LaunchData['params'] };
  };
  'job.launch': {
    data: LaunchData;
    reply: { readonly job: JobInfo; readonly duplicate: boolean };
  };
  'job.list': {
    data: { readonly states?: readonly JobState[]; readonly recipe?: string; readonly since?: number };
    /** In the order they were launched; `left_off`: older ones that one frame has no room for. */
    reply: { readonly jobs: readonly JobInfo[]; readonly left_off: number };
  };
  'job.get': { data: { readonly job: string }; reply: { readonly job: JobInfo } };
  'job.subscribe': {
    /** `cursor`: last sequence number processed; 0 for all. */
    data: { readonly job: string; readonly cursor: number };
    reply: { readonly stream: string; readonly resume: Resume };
  };
  'job.unsubscribe': { data: { readonly job: string }; reply: None };
  'job.cancel': {
    data: { readonly job: string; readonly mode: 'graceful' | 'now'; readonly reason: string | null };
    reply: { readonly job: JobInfo; readonly already: boolean };
  };
  'log.open': {
    data: {
      readonly job: string;
      readonly file: string;
      /** First byte; negative counts from the end. */
      readonly offset: number;
      /** Generation that the offset belongs to; null takes the present one. */
      readonly generation: number | null;
      /** Bytes that may be sent before the first `credit`. */
      readonly credit: number;
      /** Whether the bridge may leave bytes out, with `log.gap`, when the client is far behind. */
      readonly lossy: boolean;
    };
    reply: ChannelReply;
  };
  'log.read': {
    data: { readonly job: string; readonly file: string; readonly offset: number; readonly length: number };
    reply: ChannelReply;
  };
  'chan.close': { data: { readonly channel: number }; reply: None };
}

/** A channel that binary frames will come on. */
export interface ChannelReply {
  readonly channel: number;
  readonly generation: number;
  readonly offset: number;
  /** Bytes of the file now. */
  readonly size: number;
}

export type RequestType = keyof Requests;
export type RequestData<T extends RequestType> = Requests[T]['data'];
export type Reply<T extends RequestType> = Requests[T]['reply'];
