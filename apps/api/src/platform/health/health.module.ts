import { Module } from '@nestjs/common';
import { Health } from './health.js';
import { HealthController } from './health.controller.js';

@Module({ controllers: [HealthController], providers: [Health] })
export class HealthModule {}
