import type { Recording } from './replay.js';

/** What a yardstick server is told when it starts. */
export interface YardstickSettings {
  databaseUrl: string;
  redisUrl: string;
  /** HMAC key of access tokens, base64url. */
  tokenKey: string;
  /** The product's own statement for a page of the gallery: `$1` owner, `$2` rows, `$3` rows before them. */
  pageStatement: string;
  /** Body of the static answer. */
  staticBody: string;
  /** A file to hand out; none in most comparisons. */
  file?: string;
  /** What the api does to the database for a request for a picture; nothing in most comparisons. */
  recording?: Recording;
}

/** What it answers. */
export interface YardstickReady {
  port: number;
}

/** Waits for the settings, gives them to `listen`, tells the port that it answers, and ends with the parent process. */
export function serve(listen: (settings: YardstickSettings) => Promise<number>): void {
  process.once('message', (settings: YardstickSettings) => {
    void listen(settings).then((port) => process.send?.({ port } satisfies YardstickReady));
  });
  process.once('disconnect', () => process.exit(0));
}
