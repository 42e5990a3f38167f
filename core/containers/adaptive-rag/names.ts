/** `prediction__nq_to_nq__dev_500_subsampled.json` */
const PREDICTIONS = /(?:^|[/\\])prediction__[^/\\]{1,100}_to_[^/\\]{1,200}\.json$/;

/** `zero_single_multi_classification__nq_to_nq__dev_500_subsampled.json` */
const LABELS = /(?:^|[/\\])zero_single_multi_classification__[^/\\]{1,300}\.json$/;

/** What was put into the template of the run's configuration, which stands beside the predictions. */
const BESIDE = /_variable_replacements\.json$/;

/** Whether a file is named as Adaptive-RAG names the predictions of one system. */
export function predictionName(name: string): boolean {
  return PREDICTIONS.test(name) && !BESIDE.test(name);
}

/** Whether a file is named as Adaptive-RAG names the list of questions that one system answered correctly. */
export function labelsName(name: string): boolean {
  return LABELS.test(name);
}

/** A string, a number, or a list of strings. */
export function isAnswer(value: unknown): value is string | number | readonly string[] {
  if (typeof value === 'string' || typeof value === 'number') return true;
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
