import { createServer } from 'node:http';
import sharp from 'sharp';

export interface StubEngine {
  /** For WEBUI_URL. */
  url: string;
  /** The picture that it answers. */
  picture: Buffer;
  stop: () => Promise<void>;
}

/** An engine that answers at once, with the same small picture, as a WebUI server would. */
export async function startStubEngine(): Promise<StubEngine> {
  const picture = await sharp({ create: { width: 1024, height: 1024, channels: 3, background: '#406080' } })
    .png()
    .toBuffer();
  const answer = JSON.stringify({ images: [picture.toString('base64')], parameters: {}, info: '{}' });
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      const found = request.url === '/sdapi/v1/txt2img';
      response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' });
      response.end(found ? answer : '{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    picture,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
