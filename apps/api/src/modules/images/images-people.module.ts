import { Module } from '@nestjs/common';
import { QuotaModule } from '../quota/index.js';
import { UsersModule } from '../users/index.js';
import { ErasePictures } from './erasure/erase-images.js';
import { ShowStats } from './gallery/stats/show-stats.js';
import { StatsController } from './gallery/stats/stats.controller.js';

/** What concerns the person rather than a picture: figures of all they made, and the end of an account. */
@Module({
  imports: [QuotaModule, UsersModule],
  controllers: [StatsController],
  providers: [ShowStats, ErasePictures],
})
export class ImagesPeopleModule {}
