import { Module } from '@nestjs/common';
import { EngineHealth } from './engine-health.js';
import { ListModels } from './list-models.js';
import { OptionsController } from './options.controller.js';

@Module({ controllers: [OptionsController], providers: [EngineHealth, ListModels], exports: [EngineHealth] })
export class EnginesModule {}
