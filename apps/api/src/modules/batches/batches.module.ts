import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ImagesModule } from '../images/index.js';
import { QuotaModule } from '../quota/index.js';
import { UsersModule } from '../users/index.js';
import { CheckBatch } from './application/check-batch.js';
import { ControlBatch } from './application/control-batch.js';
import { DeleteBatch } from './application/delete-batch.js';
import { DispatchBatches } from './application/dispatch-batches.js';
import { EndBatches } from './application/end-batches.js';
import { EraseBatches } from './application/erase-batches.js';
import { ExportBatches } from './application/export-batches.js';
import { ReadBatches } from './application/read-batches.js';
import { ReleaseRow } from './application/release-row.js';
import { StartBatch } from './application/start-batch.js';
import { BatchesController } from './http/batches.controller.js';
import { V1BatchesController } from './http/v1-batches.controller.js';
import { BatchDispatcher } from './jobs/batch-dispatcher.js';
import { BatchRowEntity } from './persistence/batch-row.entity.js';
import { BatchEntity } from './persistence/batch.entity.js';

/** Many generations as one order. */
@Module({
  imports: [TypeOrmModule.forFeature([BatchEntity, BatchRowEntity]), ImagesModule, QuotaModule, UsersModule],
  controllers: [BatchesController, V1BatchesController],
  providers: [
    CheckBatch,
    ControlBatch,
    DeleteBatch,
    DispatchBatches,
    EndBatches,
    EraseBatches,
    ExportBatches,
    ReadBatches,
    ReleaseRow,
    StartBatch,
    BatchDispatcher,
  ],
})
export class BatchesModule {}
