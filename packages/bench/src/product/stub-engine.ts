import { createServer, type RequestListener } from 'node:http';
import sharp from 'sharp';

export interface StubEngine {
  /** For WEBUI_URL. */
  url: string;
  /** The picture that it answers. */
  picture: Buffer;
  /** Most pictures that it painted at once. */
  busiest: () => number;
  stop: () => Promise<void>;
}

export interface StubEngineOptions {
  /** How long a picture takes. */
  ms?: number;
  /** Pictures that it paints at once; who asks for more waits in line. */
  slots?: number;
  picture?: Buffer;
}

const plainPicture = (): Promise<Buffer> =>
  sharp({ create: { width: 1024, height: 1024, channels: 3, background: '#406080' } })
    .png()
    .toBuffer();

/** Paints by letting time pass, so many at once. */
class Easels {
  private taken = 0;
  private most = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly slots: number,
    private readonly ms: number,
  ) {}

  get busiest(): number {
    return this.most;
  }

  async paint(): Promise<void> {
    if (this.taken >= this.slots) await new Promise<void>((resolve) => this.waiting.push(resolve));
    else this.taken += 1;
    this.most = Math.max(this.most, this.taken);
    if (this.ms > 0) await new Promise((resolve) => setTimeout(resolve, this.ms));
    const next = this.waiting.shift();
    if (next) next();
    else this.taken -= 1;
  }
}

/** An engine that speaks as a WebUI server does and always answers the same picture; at once unless told otherwise. */
export async function startStubEngine({
  ms = 0,
  slots = Infinity,
  picture,
}: StubEngineOptions = {}): Promise<StubEngine> {
  const painted = picture ?? (await plainPicture());
  const answer = JSON.stringify({ images: [painted.toString('base64')], parameters: {}, info: '{}' });
  const easels = new Easels(slots, ms);
  const serve: RequestListener = (request, response) => {
    request.resume();
    request.on('end', () => {
      const isPainting = request.url === '/sdapi/v1/txt2img';
      void (isPainting ? easels.paint() : Promise.resolve()).then(() => {
        response.writeHead(isPainting ? 200 : 404, { 'content-type': 'application/json' });
        response.end(isPainting ? answer : '{}');
      });
    });
  };
  const server = createServer(serve);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    picture: painted,
    busiest: () => easels.busiest,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
