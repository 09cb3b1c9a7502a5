import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { collectDefaultMetrics, register } from 'prom-client';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/config.js';

let collects = false;

/** `/live` reads nothing: a database that is down or slow is no reason to restart a process. */
function answer({ method, url }: IncomingMessage, response: ServerResponse): void {
  if (method === 'GET' && url === '/live') {
    response.writeHead(200).end();
  } else if (method === 'GET' && url === '/metrics') {
    register.metrics().then(
      (text) => response.writeHead(200, { 'content-type': register.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  } else {
    response.writeHead(404).end();
  }
}

/** On an address and port of its own, never public. */
@Injectable()
export class MetricsServer implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly log = new Logger(MetricsServer.name);
  private server: Server | undefined;

  constructor(@Inject(CONFIG) private readonly config: Config) {}

  onApplicationBootstrap(): void {
    const { metrics } = this.config;
    if (metrics === null) return;
    if (!collects) collectDefaultMetrics();
    collects = true;
    this.server = createServer(answer);
    // A busy port must not keep the process from serving.
    this.server.on('error', (error) =>
      this.log.error(`No metrics at ${metrics.host}:${metrics.port}: ${error.message}`),
    );
    this.server.listen(metrics.port, metrics.host);
  }

  onApplicationShutdown(): void {
    this.server?.close();
    this.server?.closeAllConnections();
  }
}
