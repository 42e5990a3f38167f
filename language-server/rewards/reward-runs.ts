import type { CurveProgress, RewardCurve, RewardSelection } from '../../core/protocol/rewards';
import { AUTO, profileNamed, profileOf } from '../../core/reward/profiles';
import type { OptionsSource } from '../files/file-cache';
import { messageOf } from '../../core/message-of';
import { describeError, type Log } from '../host/log';
import { Pacer } from '../host/pause';
import type { SettingsStore } from '../host/settings';
import { CurveReport } from './curve-report';
import { pointsOf, stepsOf } from './curve';
import type { FileRewards } from './file-rewards';
import type { RewardFiles } from './reward-files';
import { filesAt, type SelectedFile } from './selection';

/** Files that cannot be read and are named. */
const MOST_UNREADABLE = 50;

/** What a selection turned out to hold. */
export interface Selected {
  /** Those with rollouts, in order. */
  readonly files: readonly FileRewards[];
  readonly without: number;
  readonly unreadable: readonly { readonly file: string; readonly message: string }[];
}

/** Works out curves, and the rewards behind their points. */
export class RewardRuns {
  private generations = 0;

  constructor(
    private readonly rewards: RewardFiles,
    private readonly settings: SettingsStore,
    private readonly optionsFor: OptionsSource,
    private readonly log: Log,
  ) {}

  /** The curve of a selection. Rejects with the signal's reason. */
  async curve(
    selection: RewardSelection,
    signal: AbortSignal,
    report: (progress: CurveProgress) => void,
  ): Promise<RewardCurve> {
    const generation = ++this.generations;
    const hear = new CurveReport(generation, signal, report);
    const selected = await this.read(selection, signal, hear);
    await hear.settled();
    const { files, without, unreadable } = selected;
    const unscored = new Map<string, number>();
    for (const { facts } of files) {
      for (const [reason, count] of facts.unscored) unscored.set(reason, (unscored.get(reason) ?? 0) + count);
    }
    return {
      points: await pointsOf(files, new Pacer(), signal),
      stepFrom: stepsOf(files).from,
      files: files.length,
      filesWithout: without,
      unreadable,
      rollouts: files.reduce((sum, { columns }) => sum + columns.length, 0),
      broken: files.reduce((sum, { facts }) => sum + facts.broken.length, 0),
      profiles: [...new Set(files.flatMap(({ facts }) => facts.profiles))],
      unscored: [...unscored]
        .map(([reason, rollouts]) => ({ reason, rollouts }))
        .sort((left, right) => right.rollouts - left.rollouts),
      generation,
    };
  }

  /** The rewards of every file of a selection, one after the other. */
  async read(
    { paths, profile }: RewardSelection,
    signal: AbortSignal,
    hear: CurveReport | null = null,
  ): Promise<Selected> {
    const unreadable: { file: string; message: string }[] = [];
    const fail = (file: string, error: unknown): void => {
      if (unreadable.length < MOST_UNREADABLE) unreadable.push({ file, message: messageOf(error) });
    };
    // One that does not exist is no fault of the files.
    if (profile !== null && profile !== AUTO) profileNamed(profile);
    const selected = await filesAt(paths, fail, signal);
    await hear?.begin(selected);
    const files: FileRewards[] = [];
    let without = 0;
    for (const file of selected) {
      try {
        const rewards = await this.readOne(file, profile, signal, (partial) => hear?.hear(files, partial));
        if (rewards.facts.holds) files.push(rewards);
        else without++;
      } catch (error) {
        signal.throwIfAborted();
        this.log.warn(`rewards of ${file.path}: ${describeError(error)}`);
        fail(file.uri, error);
      }
      hear?.finished(files);
    }
    return { files, without, unreadable };
  }

  /** The profile by which a file's rewards are recomputed: the one asked for, else the setting's. */
  async profileFor(uri: string, wanted: string | null): Promise<string> {
    if (wanted !== null) return wanted === AUTO ? AUTO : profileNamed(wanted).id;
    const { profile } = (await this.settings.of(uri)).rewards;
    if (profile === AUTO || profileOf(profile)) return profile;
    this.log.warn(
      `the setting tracehop.rewards.profile names "${profile}", which does not exist; ${AUTO} is used`,
    );
    return AUTO;
  }

  private async readOne(
    file: SelectedFile,
    wanted: string | null,
    signal: AbortSignal,
    hear: (rewards: FileRewards) => void,
  ): Promise<FileRewards> {
    const [options, profile] = await Promise.all([
      this.optionsFor(file.uri),
      this.profileFor(file.uri, wanted),
    ]);
    return this.rewards.of({ ...file, options, profile }, signal, hear);
  }
}
