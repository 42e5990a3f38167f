import type { Command } from 'commander';
import { endpointOf, keyOf } from '../../core/agent/endpoint';
import { rewardFacts } from '../../core/agent/explain/facts';
import { explainMessages, LEAST_BUDGET } from '../../core/agent/explain/messages';
import { UsageError } from '../../core/containers/usage-error';
import { AUTO } from '../../core/reward/profiles';
import { ask } from '../explain/ask';
import { printPlan } from '../explain/plan';
import { findRollout } from '../find-rollout';
import type { ExitCode, Io } from '../io';
import { fromOne } from '../options';

/** What the user wrote. */
export interface ExplainCommand {
  readonly rollout: string;
  readonly baseUrl?: string;
  readonly model?: string;
  readonly apiKeyEnv: string;
  readonly maxTokens: number;
  readonly budget?: number;
  readonly profile: string;
  readonly dryRun?: boolean;
  readonly json?: boolean;
  readonly dialect?: string;
  readonly container?: string;
}

const KEY_VARIABLE = 'OPENAI_API_KEY';

/** Enough for four hundred words and the thoughts of a model that thinks first. */
const MAX_TOKENS = 4000;

const HELP = `
The question, golds, answer, thoughts, queries, documents, findings, recorded values and recomputed reward of this one
rollout go to the endpoint that --base-url names, and nowhere else. --dry-run prints what would be sent, and sends nothing.
The answer goes to stdout as it comes. Exit code 1 tells that the endpoint gave no whole answer.

Examples:
  tracehop explain step_40.jsonl --rollout step_40.jsonl#17 --dry-run
  tracehop explain step_40.jsonl --rollout 17 --base-url http://127.0.0.1:11434/v1 --model qwen3:8b
  tracehop explain runs/ --rollout step_40.jsonl#17 --base-url https://api.openai.com/v1 --model gpt-4.1-mini`;

export function addExplain(program: Command, io: Io, end: (code: ExitCode) => void): void {
  program
    .command('explain')
    .description('ask a model why a rollout got its reward, and what to change')
    .argument('<path>', 'a file, or a folder')
    .requiredOption('--rollout <id>', 'the rollout, by its id as parse prints it')
    .option('--base-url <url>', 'the OpenAI-compatible endpoint, mostly ending in /v1')
    .option('--model <name>', 'the model, as the endpoint calls it')
    .option('--api-key-env <name>', 'the environment variable that holds the key', KEY_VARIABLE)
    .option('--max-tokens <n>', 'most tokens of the answer', fromOne, MAX_TOKENS)
    .option('--budget <n>', `most tokens of the prompt, at least ${LEAST_BUDGET}`, fromOne)
    .option('--profile <id>', 'the reward whose components are told', AUTO)
    .option('--dry-run', 'print what would be sent, and send nothing')
    .option('--json', 'print one JSON value instead of the text')
    .option('--dialect <id>', 'read the tags of this system instead of guessing')
    .option('--container <id>', 'read the files in this format instead of guessing')
    .addHelpText('after', HELP)
    .action(async (path: string, options: ExplainCommand) => end(await explain(io, path, options)));
}

async function explain(io: Io, path: string, options: ExplainCommand): Promise<ExitCode> {
  const { baseUrl, model, budget, profile } = options;
  const apiKey = keyFrom(options);
  const endpoint = baseUrl === undefined ? null : endpointOf(baseUrl);
  if (!options.dryRun && (!endpoint || model === undefined)) {
    throw new UsageError(
      'name the endpoint with --base-url and --model, or use --dry-run to see what would be sent',
    );
  }
  const { rollout, code } = await findRollout(io, path, options.rollout, options);
  if (!rollout) return code;
  const facts = rewardFacts(rollout, profile);
  const explanation = explainMessages(rollout, { facts, ...(budget === undefined ? {} : { budget }) });
  const request = { id: rollout.id, explanation, endpoint, model: model ?? null, apiKey };
  return options.dryRun ? printPlan(io, request, options) : ask(io, request, options);
}

/** The key; null where the variable is not set. One that the user named has to be. */
function keyFrom({ apiKeyEnv, dryRun }: ExplainCommand): string | null {
  const key = keyOf(process.env[apiKeyEnv]);
  if (key === null && apiKeyEnv !== KEY_VARIABLE && !dryRun) {
    throw new UsageError(`the environment variable ${apiKeyEnv} is empty or not set`);
  }
  return key;
}
