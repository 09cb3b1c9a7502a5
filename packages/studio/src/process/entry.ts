import { paint } from '../paint.js';
import type { Order, Report } from './messages.js';

const send = (report: Report) => {
  if (process.connected) process.send?.(report);
};

process.on('message', (order: Order) => {
  const { id, request } = order;
  paint(request, (progress) => send({ kind: 'progress', id, progress })).then(
    (painting) => send({ kind: 'done', id, painting }),
    (error: unknown) => {
      const { name, message } = error instanceof Error ? error : new Error(String(error));
      send({ kind: 'failed', id, name, message });
    },
  );
});
// The parent process has ended.
process.on('disconnect', () => process.exit(0));
send({ kind: 'ready' });
