import { createServer, type Server } from 'node:http';
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { collectDefaultMetrics, register } from 'prom-client';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/config.js';

let collects = false;

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
    this.server = createServer((request, response) => {
      if (request.method !== 'GET' || request.url !== '/metrics') {
        response.writeHead(404).end();
        return;
      }
      register.metrics().then(
        (text) => response.writeHead(200, { 'content-type': register.contentType }).end(text),
        () => response.writeHead(500).end(),
      );
    });
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
