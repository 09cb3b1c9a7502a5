import { BullModule } from '@nestjs/bull';
import { Module } from '@nestjs/common';
import type { Config } from '../../platform/config/config.js';
import { CONFIG } from '../../platform/config/config.module.js';
import { StorageModule } from '../../platform/storage/storage.module.js';
import { EngineHealth } from './engines/engine-health.js';
import { ConfiguredEngines, ENGINES } from './engines/engine-registry.js';
import { createFailPoints } from './shared/armed-fail-points.js';
import { ClaimWork } from './worker/claim-generation.js';
import { CollectOrphans } from './files/clean-up/collect-orphans.js';
import { EngineBreaker } from './worker/engine-breaker.js';
import { EngineDesk } from './worker/engine-client.js';
import { FAIL_POINTS } from './shared/fail-points.js';
import { FindLostFiles } from './files/clean-up/find-lost-files.js';
import { FinishPicture } from './worker/finish-image.js';
import { GenerateImage } from './worker/generate-images.js';
import { GenerateImageProcessor } from './worker/generate-image.processor.js';
import { PaintPicture } from './worker/paint-image.js';
import { workingQueue } from './generation/queue/bull-queues.js';
import { StorePicture } from './worker/store-image.js';
import { SweeperModule } from './worker/recovery/sweeper.module.js';
import { DEFAULT_WORKER_TIMES, WORKER_TIMES } from './worker/worker-times.js';

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
