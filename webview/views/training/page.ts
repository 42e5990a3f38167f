import { startPage } from '../../start';
import { trainingView } from './training';

startPage(trainingView);
