import { createServer } from 'node:net';

/** A TCP port on `host` that was free a moment ago; somebody else may still take it before it is used. */
export async function findFreePort(host = '127.0.0.1'): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, host, () => {
      const address = server.address();
      server.close(() => {
        if (address && typeof address === 'object') resolve(address.port);
        else reject(new Error('The operating system gave no port'));
      });
    });
  });
}
