import { retrievalHost } from '../retrieval/service';
import { serve } from './serve';

/** Every service of the host. A new one is a line here. */
serve([retrievalHost()]);
