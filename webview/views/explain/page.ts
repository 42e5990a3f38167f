import { startPage } from '../../start';
import { explainView } from './explain';

startPage(explainView);
