import { Module } from '@nestjs/common';
import { EngineHealth } from './engine-health.js';
import { ListModels } from './list-models.js';
import { OptionsController } from './options.controller.js';
import { TypeOrmModule } from '@nestjs/typeorm';
import { EngineHealthEntity } from './engine-health.entity.js';

@Module({
  imports: [TypeOrmModule.forFeature([EngineHealthEntity])],
  controllers: [OptionsController],
  providers: [EngineHealth, ListModels],
  exports: [EngineHealth],
})
export class EnginesModule {}
