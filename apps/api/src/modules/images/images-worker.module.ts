import { BullModule } from '@nestjs/bull';
import { Module } from '@nestjs/common';
import type { Config } from '../../platform/config/config.js';
import { CONFIG } from '../../platform/config/config.module.js';
import { StorageModule } from '../../platform/storage/storage.module.js';
import { EngineHealth } from './application/engine-health.js';
import { ConfiguredEngines, ENGINES } from './engines/engine-registry.js';
import { createFailPoints } from './jobs/armed-fail-points.js';
import { ClaimWork } from './jobs/claim-work.js';
import { CollectOrphans } from './jobs/collect-orphans.js';
import { EngineBreaker } from './jobs/engine-breaker.js';
import { EngineDesk } from './jobs/engine-desk.js';
import { FAIL_POINTS } from './jobs/fail-points.js';
import { FindLostFiles } from './jobs/find-lost-files.js';
import { FinishPicture } from './jobs/finish-picture.js';
import { GenerateImage } from './jobs/generate-image.js';
import { GenerateImageProcessor } from './jobs/generate-image.processor.js';
import { PaintPicture } from './jobs/paint-picture.js';
import { workingQueue } from './jobs/queue.js';
import { StorePicture } from './jobs/store-picture.js';
import { SweeperModule } from './jobs/sweeper.module.js';
import { DEFAULT_WORKER_TIMES, WORKER_TIMES } from './jobs/worker-times.js';

/** Painting: what the worker process does for this module. */
@Module({
  imports: [BullModule.registerQueueAsync(workingQueue), SweeperModule, StorageModule],
  providers: [
    { provide: ENGINES, inject: [CONFIG], useFactory: (config: Config) => new ConfiguredEngines(config) },
    { provide: WORKER_TIMES, useValue: DEFAULT_WORKER_TIMES },
    { provide: FAIL_POINTS, inject: [CONFIG], useFactory: createFailPoints },
    ClaimWork,
    CollectOrphans,
    EngineBreaker,
    EngineDesk,
    EngineHealth,
    FindLostFiles,
    FinishPicture,
    GenerateImage,
    GenerateImageProcessor,
    PaintPicture,
    StorePicture,
  ],
})
export class ImagesWorkerModule {}
