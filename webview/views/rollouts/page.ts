import { startPage } from '../../start';
import { rolloutsView } from './rollouts';

startPage(rolloutsView);
