import type { NestFastifyApplication } from '@nestjs/platform-fastify';

/** Holds requests back before anything is known of them, as they wait while the limits are asked. */
export class HeldRequests {
  /** Requests that are held back. */
  waiting = 0;
  /** Requests that went on since the start. */
  passed = 0;
  /** Requests whose senders left before they were answered. */
  left = 0;
  private released = Promise.resolve();
  private open = (): void => undefined;

  /** For the options of the application. */
  readonly onCreated = (app: NestFastifyApplication): void => {
    const fastify = app.getHttpAdapter().getInstance();
    fastify.addHook('onRequest', async () => {
      this.waiting += 1;
      await this.released;
      this.waiting -= 1;
      this.passed += 1;
    });
    fastify.addHook('onRequestAbort', (_request, done) => {
      this.left += 1;
      done();
    });
  };

  /** Counts those who leave from now on. */
  hold(): void {
    this.left = 0;
    this.released = new Promise((resolve) => (this.open = resolve));
  }

  release(): void {
    this.released = Promise.resolve();
    this.open();
  }
}
