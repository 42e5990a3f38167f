import { startPage } from '../../start';
import { rewardsView } from './rewards';

startPage(rewardsView);
