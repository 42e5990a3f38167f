const STEP = /(?:^|[/\\])(?:(?:train|val)[_-]?)?(?:global_)?(?:step[_-]?)?(\d{1,9})\.\w+(?:\.(?:gz|zst))?$/;

/** The training step that a file is named after (`40.jsonl`, `step_40.jsonl`, `val_40.jsonl`); null for other names. */
export function stepOf(file: string): number | null {
  const step = STEP.exec(file)?.[1];
  return step === undefined ? null : Number(step);
}
