import type { Range, Uri, ViewColumn } from 'vscode';
import type { RolloutAddress } from '../../core/protocol/rollout-uri';
import type { Position } from '../../core/protocol/server';
import type { RolloutsTarget } from '../rollouts/target';
import type { RunNode } from '../runs/nodes';

/**
 * Every command, with what it takes. A new one: declare it here and in `package.json`, then register it in the
 * folder of its feature. Menus pass the file's URI first.
 */
export interface TracehopCommands {
  /** Opens a rollout: the one named, or that at the cursor, or one the user picks. */
  'tracehop.openRollout': (target?: Uri | RolloutAddress) => Promise<void>;
  /** Lets the user pick one of a file's rollouts, beginning with a record. */
  'tracehop.pickRollout': (file?: Uri, record?: unknown) => Promise<void>;
  'tracehop.nextRollout': () => Promise<void>;
  'tracehop.previousRollout': () => Promise<void>;
  /** Goes from the cursor in a rollout to the same place in its file. */
  'tracehop.revealInSource': () => Promise<void>;
  /**
   * Shows what a search brought back; the rollout as an address or as the URI of its document. `position` is where
   * the search stands in the rollout's document, for lenses that stand there themselves.
   */
  'tracehop.showDocuments': (
    rollout: RolloutAddress | string,
    offset: number,
    position?: Position,
  ) => Promise<void>;
  /** Replays a search on the workspace's index: that at an offset of a rollout's own text, or that at the cursor. */
  'tracehop.replaySearch': (rollout?: RolloutAddress, offset?: number) => Promise<void>;
  /** Builds an index over a corpus: the file named, or those the user picks. */
  'tracehop.buildIndex': (corpus?: Uri) => Promise<void>;
  /** Lets the user choose the index that searches are replayed on. */
  'tracehop.chooseIndex': () => Promise<void>;
  /**
   * Shows rewards over the steps of files and folders: those selected in the explorer (the second argument holds all
   * of them), else the file in the editor, with its folder where that holds several steps.
   */
  'tracehop.showRewards': (target?: Uri, selected?: unknown) => Promise<void>;
  /**
   * Shows files and folders as one table of rollouts: those named, those selected in the explorer (the second argument
   * holds all of them), else the file in the editor.
   */
  'tracehop.openRollouts': (target?: Uri | RolloutsTarget, selected?: unknown) => Promise<void>;
  /** Lets the user choose files or a folder to show as a table of rollouts. */
  'tracehop.chooseRollouts': () => Promise<void>;
  /** Reads what the tree of runs shows once more. */
  'tracehop.refreshRuns': () => Promise<void>;
  /** Takes a run out of the tree; its files stay. */
  'tracehop.removeRun': (run?: RunNode) => Promise<void>;
  /** Explains the reward of a rollout: the one named, or that in the editor, or that at the cursor. */
  'tracehop.explainReward': (target?: Uri | RolloutAddress) => Promise<void>;
  /** Draws a rollout as a graph: the one named, or that at the cursor, or one the user picks. */
  'tracehop.showGraph': (target?: Uri | RolloutAddress) => Promise<void>;
  /** Lets the user pick a recipe, and opens the form that starts it. */
  'tracehop.runTraining': () => Promise<void>;
  /** Opens a training job: the one named, or one the user picks. */
  'tracehop.showJobs': (job?: string) => Promise<void>;
  /** Says what a file was taken for, and lets the user choose otherwise. */
  'tracehop.describeFile': (file?: Uri) => Promise<void>;
  /** Asks which field of a file's records is what, and keeps that in `tracehop.yml`. */
  'tracehop.mapFields': (file?: Uri) => Promise<void>;
  /** Opens the text of the clipboard like a file of rollouts. */
  'tracehop.openClipboard': () => Promise<void>;
  /** Shows a text file in the language Rollout. */
  'tracehop.viewAsRollout': (file?: Uri) => Promise<void>;
  /** Opens the page about a rule. */
  'tracehop.openFindingHelp': (rule: string) => Promise<void>;
  /** Has a model explain a rollout: the one named, the one shown, that at the cursor, or one the user picks. */
  'tracehop.explainRollout': (target?: Uri | RolloutAddress) => Promise<void>;
  /** Asks for the endpoint, key and model that explain rollouts. */
  'tracehop.setModelEndpoint': () => Promise<void>;
  /** Deletes keys and takes permissions to send back. */
  'tracehop.forgetModelKeys': () => Promise<void>;
  'tracehop.restartServer': () => Promise<void>;
  'tracehop.showLog': () => Promise<void>;
}

export type CommandId = keyof TracehopCommands;

/** The ids once more, for those who must count them; the compiler holds both lists together. */
export const commandIds: Readonly<Record<CommandId, true>> = {
  'tracehop.openRollout': true,
  'tracehop.pickRollout': true,
  'tracehop.nextRollout': true,
  'tracehop.previousRollout': true,
  'tracehop.revealInSource': true,
  'tracehop.showDocuments': true,
  'tracehop.replaySearch': true,
  'tracehop.buildIndex': true,
  'tracehop.chooseIndex': true,
  'tracehop.showRewards': true,
  'tracehop.openRollouts': true,
  'tracehop.chooseRollouts': true,
  'tracehop.refreshRuns': true,
  'tracehop.removeRun': true,
  'tracehop.explainReward': true,
  'tracehop.showGraph': true,
  'tracehop.runTraining': true,
  'tracehop.showJobs': true,
  'tracehop.describeFile': true,
  'tracehop.mapFields': true,
  'tracehop.openClipboard': true,
  'tracehop.viewAsRollout': true,
  'tracehop.openFindingHelp': true,
  'tracehop.explainRollout': true,
  'tracehop.setModelEndpoint': true,
  'tracehop.forgetModelKeys': true,
  'tracehop.restartServer': true,
  'tracehop.showLog': true,
};

/** Commands of VS Code that the extension runs. */
export interface BuiltInCommands {
  'vscode.open': (uri: Uri, options?: { selection?: unknown; preview?: boolean }) => Thenable<void>;
  /** `default` is the text editor, also where the user has another one open files of this kind. */
  'vscode.openWith': (
    uri: Uri,
    viewType: string,
    options?: { selection?: Range; viewColumn?: ViewColumn },
  ) => Thenable<void>;
  'workbench.action.keepEditor': () => Thenable<void>;
  'editor.action.showHover': (options?: { focus: 'noAutoFocus' | 'focusIfVisible' }) => Thenable<void>;
  'markdown.showPreview': (uri: Uri) => Thenable<void>;
}
