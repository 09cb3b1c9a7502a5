import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { ConventionalModule } from './app.js';
import type { ConventionalReady, ConventionalSettings } from './settings.js';

async function listen(settings: ConventionalSettings): Promise<ConventionalReady> {
  const app = await NestFactory.create<NestFastifyApplication>(
    ConventionalModule.with(settings),
    new FastifyAdapter({ logger: false }),
    { logger: false },
  );
  await app.listen(0, '127.0.0.1');
  return { port: Number(new URL(await app.getUrl()).port) };
}

process.once('message', (settings: ConventionalSettings) => {
  void listen(settings).then((ready) => process.send?.(ready));
});
process.once('disconnect', () => process.exit(0));
