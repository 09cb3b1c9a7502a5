import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { expect, test } from '@jest/globals';
import { ChannelListener } from './channel-listener.js';

test('can be stopped while it connects, whatever the other side says', async () => {
  // Hears somebody out, says nothing, and hangs up when they do.
  const mute = createServer((socket) => socket.resume());
  mute.listen(0, '127.0.0.1');
  await once(mute, 'listening');
  const { port } = mute.address() as AddressInfo;
  const listener = new ChannelListener({
    url: `postgres://somebody@127.0.0.1:${port}/anything`,
    channel: 'news',
    notify: () => Promise.resolve(),
    onNotice: () => undefined,
    onGap: () => undefined,
  });
  const connected = once(mute, 'connection');
  listener.start();
  const [socket] = (await connected) as [Socket];
  const hungUp = once(socket, 'close');
  await listener.stop();
  await hungUp;
  expect(listener.isSure).toBe(false);
  mute.close();
});
