import type { CancellationToken, Connection } from 'vscode-languageserver';
import type { WithProgress } from '../../core/protocol/progress';
import type { DistributionParams, RewardPageParams, RewardSelection } from '../../core/protocol/rewards';
import { requests } from '../../core/protocol/server';
import type { FileCache } from '../files/file-cache';
import type { Guard } from '../host/guard';
import { progressTo } from '../host/progress';
import { withSignal } from '../host/signals';
import { distributionOf } from './distribution';
import type { RewardRuns } from './reward-runs';
import { rewardPage } from './rows';

/** What requests about the rewards of many files share. */
export interface RewardHost {
  readonly connection: Connection;
  readonly guard: Guard;
  readonly files: FileCache;
  readonly runs: RewardRuns;
}

/** Registers the requests about the rewards of a selection of files. */
export function registerRewards(host: RewardHost): void {
  const { connection, guard, runs } = host;
  const { rewardCurve, rewardDistribution, rewardRollouts } = requests;
  connection.onRequest(
    rewardCurve.method,
    (params: RewardSelection & WithProgress, token: CancellationToken) =>
      guard.respond(rewardCurve.method, () =>
        withSignal(token, (signal) => runs.curve(params, signal, progressTo(host, rewardCurve, params))),
      ),
  );
  connection.onRequest(rewardRollouts.method, (params: RewardPageParams, token: CancellationToken) =>
    guard.respond(rewardRollouts.method, () =>
      withSignal(token, (signal) => rewardPage(host, params, signal)),
    ),
  );
  connection.onRequest(rewardDistribution.method, (params: DistributionParams, token: CancellationToken) =>
    guard.respond(rewardDistribution.method, () =>
      withSignal(token, async (signal) => {
        const { files } = await runs.read(params, signal);
        return distributionOf(files, params.step ?? NaN, signal);
      }),
    ),
  );
}
