import { BullModule } from '@nestjs/bull';
import { Module } from '@nestjs/common';
import type { Config } from '../../../platform/config/config.js';
import { CONFIG } from '../../../platform/config/config.module.js';
import { StorageModule } from '../../../platform/storage/storage.module.js';
import { EngineHealth } from '../engines/engine-health.js';
import { ConfiguredEngines, ENGINES } from '../engines/engine-registry.js';
import { ClaimGeneration } from './claiming/claim-generation.js';
import { CollectOrphans } from '../files/clean-up/collect-orphans.js';
import { EngineCapacity } from './claiming/engine-capacity.js';
import { EngineBreaker } from './engine-calls/engine-breaker.js';
import { EngineClient } from './engine-calls/engine-client.js';
import { FailPointsModule } from '../shared/fail-points.module.js';
import { FindLostFiles } from '../files/clean-up/find-lost-files.js';
import { FinishImage } from './finish-image.js';
import { GenerateImages } from './generate-images.js';
import { GenerationProcessor } from './generation.processor.js';
import { PaintImage } from './paint-image.js';
import { consumerQueue } from '../generation/queue/generation-queue-ends.js';
import { SlotReporter } from './claiming/slot-reporter.js';
import { StoreImage } from './image-file/store-image.js';
import { SweeperModule } from './recovery/sweeper.module.js';
import { DEFAULT_WORKER_TIMES, WORKER_TIMES } from './worker-times.js';
import { TypeOrmModule } from '@nestjs/typeorm';
import { StorageWalkEntity } from '../files/clean-up/storage-walk.entity.js';
import { EngineHealthEntity } from '../engines/engine-health.entity.js';
import { WorkerSlotEntity } from '../engines/worker-slot.entity.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([EngineHealthEntity, StorageWalkEntity, WorkerSlotEntity]),
    BullModule.registerQueueAsync(consumerQueue),
    FailPointsModule,
    SweeperModule,
    StorageModule,
  ],
  providers: [
    { provide: ENGINES, inject: [CONFIG], useFactory: (config: Config) => new ConfiguredEngines(config) },
    { provide: WORKER_TIMES, useValue: DEFAULT_WORKER_TIMES },
    ClaimGeneration,
    EngineCapacity,
    CollectOrphans,
    EngineBreaker,
    EngineClient,
    EngineHealth,
    FindLostFiles,
    FinishImage,
    GenerateImages,
    GenerationProcessor,
    PaintImage,
    SlotReporter,
    StoreImage,
  ],
})
export class ImagesWorkerModule {}
