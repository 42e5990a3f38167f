import type { TrainingView } from '../../../core/protocol/panels/training';
import type { View, ViewProps } from '../../base/view';
import { Form } from './form';
import { Job } from './job';
import './training.css';

/** A training job: its form before the start, what it does after. */
function Training({ host, subject, events }: ViewProps<TrainingView>) {
  return subject.kind === 'form' ? (
    <Form host={host} subject={subject} events={events} />
  ) : (
    <Job host={host} subject={subject} events={events} />
  );
}

export const trainingView: View<TrainingView> = {
  component: Training,
  events: ['training/pythonChanged'],
};
