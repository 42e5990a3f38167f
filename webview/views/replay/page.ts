import { startPage } from '../../start';
import { replayView } from './replay';

startPage(replayView);
