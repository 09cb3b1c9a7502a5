import { createServer, type RequestListener } from 'node:http';
import sharp from 'sharp';

export interface StubEngine {
  url: string;
  maxInProgress: () => number;
  stop: () => Promise<void>;
}

export interface StubEngineOptions {
  ms?: number;
  /** Images in progress at once; further requests wait. */
  slots?: number;
  image?: Buffer;
}

const plainImage = (): Promise<Buffer> =>
  sharp({ create: { width: 1024, height: 1024, channels: 3, background: '#406080' } })
    .png()
    .toBuffer();

class Slots {
  private taken = 0;
  private most = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly slots: number,
    private readonly ms: number,
  ) {}

  get maxInProgress(): number {
    return this.most;
  }

  async wait(): Promise<void> {
    if (this.taken >= this.slots) await new Promise<void>((resolve) => this.waiting.push(resolve));
    else this.taken += 1;
    this.most = Math.max(this.most, this.taken);
    if (this.ms > 0) await new Promise((resolve) => setTimeout(resolve, this.ms));
    const next = this.waiting.shift();
    if (next) next();
    else this.taken -= 1;
  }
}

export async function startStubEngine({
  ms = 0,
  slots = Infinity,
  image,
}: StubEngineOptions = {}): Promise<StubEngine> {
  const bytes = image ?? (await plainImage());
  const answer = JSON.stringify({ images: [bytes.toString('base64')], parameters: {}, info: '{}' });
  const work = new Slots(slots, ms);
  const serve: RequestListener = (request, response) => {
    request.resume();
    request.on('end', () => {
      const isGeneration = request.url === '/sdapi/v1/txt2img';
      void (isGeneration ? work.wait() : Promise.resolve()).then(() => {
        response.writeHead(isGeneration ? 200 : 404, { 'content-type': 'application/json' });
        response.end(isGeneration ? answer : '{}');
      });
    });
  };
  const server = createServer(serve);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    maxInProgress: () => work.maxInProgress,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
