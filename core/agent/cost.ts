import { isObject } from '../json';

/** Tokens of one chat. */
export interface Usage {
  readonly promptTokens: number;
  readonly completionTokens: number;
  /** True where the endpoint did not count and the numbers are estimates. */
  readonly estimated: boolean;
}

/** What one chat took, whether it ended well, badly or was called off. */
export interface Spent extends Usage {
  /** Origin of the endpoint. */
  readonly endpoint: string;
  readonly model: string;
  /** HTTP requests, the failed ones too. */
  readonly requests: number;
  /** Those among them that repeated a failed one. */
  readonly retries: number;
  readonly ms: number;
  readonly outcome: 'done' | 'failed' | 'cancelled';
}

/** Everything that was spent on one model of one endpoint. */
export interface Total {
  readonly endpoint: string;
  readonly model: string;
  readonly chats: number;
  readonly failed: number;
  readonly cancelled: number;
  readonly requests: number;
  readonly retries: number;
  readonly ms: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
  /** Those among the tokens that are estimates. */
  readonly estimatedTokens: number;
}

/** Totals in the order of their first chat. JSON as it stands. */
export type Counters = readonly Total[];

/** Price of a million tokens, in the currency of whoever wrote it. */
export interface Price {
  readonly prompt: number;
  readonly completion: number;
}

/** Prices by model name; `*` is for those that are not named. */
export type Prices = Readonly<Record<string, Price>>;

const NUMBERS = [
  'chats',
  'failed',
  'cancelled',
  'requests',
  'retries',
  'ms',
  'promptTokens',
  'completionTokens',
  'estimatedTokens',
] as const;

/** The counters with one chat more. */
export function addSpent(counters: Counters, spent: Spent): Counters {
  const { endpoint, model } = spent;
  const one: Total = {
    endpoint,
    model,
    chats: 1,
    failed: spent.outcome === 'failed' ? 1 : 0,
    cancelled: spent.outcome === 'cancelled' ? 1 : 0,
    requests: spent.requests,
    retries: spent.retries,
    ms: spent.ms,
    promptTokens: spent.promptTokens,
    completionTokens: spent.completionTokens,
    estimatedTokens: spent.estimated ? spent.promptTokens + spent.completionTokens : 0,
  };
  const at = counters.findIndex((total) => total.endpoint === endpoint && total.model === model);
  return at < 0 ? [...counters, one] : counters.with(at, sum(counters[at] ?? one, one));
}

/** Sums two totals; endpoint and model are those of the first. */
function sum(first: Total, second: Total): Total {
  const added = NUMBERS.map((name) => [name, first[name] + second[name]]);
  return { ...first, ...(Object.fromEntries(added) as Pick<Total, (typeof NUMBERS)[number]>) };
}

/** What tokens of a model cost; null where no price is known. */
export function moneyOf(
  { model, promptTokens, completionTokens }: Pick<Spent, 'model' | 'promptTokens' | 'completionTokens'>,
  prices: Prices,
): number | null {
  const price = Object.hasOwn(prices, model)
    ? prices[model]
    : Object.hasOwn(prices, '*')
      ? prices['*']
      : null;
  return price ? (promptTokens * price.prompt + completionTokens * price.completion) / 1_000_000 : null;
}

/** Counters as they were stored; what is no total, or negative, is left out. */
export function readCounters(stored: unknown): Counters {
  return Array.isArray(stored) ? stored.filter(isTotal) : [];
}

function isTotal(value: unknown): value is Total {
  if (!isObject(value) || typeof value['endpoint'] !== 'string' || typeof value['model'] !== 'string')
    return false;
  return NUMBERS.every((name) => Number.isFinite(value[name]) && Number(value[name]) >= 0);
}

/** Prices as a user wrote them; entries that are none, or below 0, are left out. */
export function readPrices(written: unknown): Prices {
  if (!isObject(written)) return {};
  const sound = Object.entries(written).filter((entry): entry is [string, Price] => isPrice(entry[1]));
  return Object.fromEntries(sound);
}

function isPrice(value: unknown): value is Price {
  return isObject(value) && isAmount(value['prompt']) && isAmount(value['completion']);
}

function isAmount(value: unknown): boolean {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}
