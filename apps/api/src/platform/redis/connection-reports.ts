import type { Logger } from '@nestjs/common';

/** Logs once that a connection is lost, and once that it is back. */
export function connectionReports(log: Pick<Logger, 'warn' | 'log'>): {
  lost: (error: Error) => void;
  back: () => void;
} {
  let lastSaid = '';
  return {
    lost: (error) => {
      const said = error.message || error.name;
      if (said !== lastSaid) log.warn(`Redis: ${said}`);
      lastSaid = said;
    },
    back: () => {
      if (lastSaid !== '') log.log('Redis: connected again');
      lastSaid = '';
    },
  };
}
