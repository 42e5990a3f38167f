import { startPage } from '../../start';
import { graphView } from './graph';

startPage(graphView);
