import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { serve } from '../messages.js';
import { ConventionalModule } from './app.js';

serve(async (settings) => {
  const app = await NestFactory.create<NestFastifyApplication>(
    ConventionalModule.with(settings),
    new FastifyAdapter({ logger: false }),
    { logger: false },
  );
  await app.listen(0, '127.0.0.1');
  return Number(new URL(await app.getUrl()).port);
});
