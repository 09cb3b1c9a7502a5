import { openQueue } from '../measure/queue.js';
import { serve } from './messages.js';

serve(async ({ redisUrl }) => {
  const queue = openQueue(redisUrl, 'raw-work');
  void queue.process(4, () => Promise.resolve());
  await queue.isReady();
  return 0;
});
