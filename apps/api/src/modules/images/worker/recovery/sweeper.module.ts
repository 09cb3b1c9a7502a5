import { Module } from '@nestjs/common';
import { StorageModule } from '../../../../platform/storage/storage.module.js';
import { QuotaModule } from '../../../quota/index.js';
import { CloseImage } from '../../generation/closing/close-image.js';
import { GenerationQueueModule } from '../../generation/queue/generation-queue.module.js';
import { PurgeImages } from '../../files/clean-up/purge-images.js';
import { SweepSchedule } from './sweep-schedule.js';
import { Sweeper } from './sweeper.js';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ObjectDeletionEntity } from '../../files/clean-up/object-deletion.entity.js';
import { GenerationEntity } from '../../shared/generation.entity.js';
import { ImageEntity } from '../../shared/image.entity.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([GenerationEntity, ImageEntity, ObjectDeletionEntity]),
    QuotaModule,
    GenerationQueueModule,
    StorageModule,
  ],
  providers: [CloseImage, PurgeImages, Sweeper, SweepSchedule],
  exports: [CloseImage],
})
export class SweeperModule {}
