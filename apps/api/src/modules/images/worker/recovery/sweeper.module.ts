import { Module } from '@nestjs/common';
import { StorageModule } from '../../../../platform/storage/storage.module.js';
import { QuotaModule } from '../../../quota/index.js';
import { ClosePicture } from '../../generation/closing/close-image.js';
import { DoorbellModule } from '../../generation/queue/generation-queue.module.js';
import { PurgePictures } from '../../files/clean-up/purge-images.js';
import { SweepSchedule } from './sweep-schedule.js';
import { Sweeper } from './sweeper.js';

/** What every process does for work that was left behind. */
@Module({
  imports: [QuotaModule, DoorbellModule, StorageModule],
  providers: [ClosePicture, PurgePictures, Sweeper, SweepSchedule],
  exports: [ClosePicture],
})
export class SweeperModule {}
