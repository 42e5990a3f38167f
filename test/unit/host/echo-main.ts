import { existsSync, writeFileSync } from 'node:fs';
import { serve } from '../../../core/host/serve';
import { serviceOf } from '../../../core/host/service';
import { ECHO } from './echo-service';

let cancelled = 0;

serve([
  serviceOf(
    ECHO,
    {
      echo: (params) => Promise.resolve(params),
      count: (to, { progress }) => {
        for (let at = 1; at <= to; at++) progress(at);
        return Promise.resolve(to);
      },
      hang: (_params, { signal, progress }) =>
        new Promise((_resolve, reject) => {
          progress('hanging');
          signal.addEventListener('abort', () => {
            cancelled++;
            setTimeout(() => reject(new Error('cleaned up')), 50);
          });
        }),
      cancelled: () => Promise.resolve(cancelled),
      fail: (message) => Promise.reject(new RangeError(message)),
      dieOnce: (path) => {
        if (existsSync(path)) return Promise.resolve('alive');
        writeFileSync(path, '');
        process.stderr.write('out of luck\n', () => process.exit(7));
        return new Promise(() => undefined);
      },
      die: () => process.exit(9),
    },
    () => Promise.resolve(),
  ),
]);
