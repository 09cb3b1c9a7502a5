import { Module } from '@nestjs/common';
import { EngineHealth } from './engine-health.js';
import { ListModels } from './list-models.js';
import { OptionsController } from './options.controller.js';
import { V1ModelsController } from './v1-models.controller.js';
import { TypeOrmModule } from '@nestjs/typeorm';
import { EngineHealthEntity } from './engine-health.entity.js';
import { EngineSlots } from './engine-slots.js';
import { WorkerSlotEntity } from './worker-slot.entity.js';

@Module({
  imports: [TypeOrmModule.forFeature([EngineHealthEntity, WorkerSlotEntity])],
  controllers: [OptionsController, V1ModelsController],
  providers: [EngineHealth, EngineSlots, ListModels],
  exports: [EngineHealth, EngineSlots, ListModels],
})
export class EnginesModule {}
