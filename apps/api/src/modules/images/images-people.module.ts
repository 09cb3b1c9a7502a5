import { Module } from '@nestjs/common';
import { StatsController } from './http/stats.controller.js';

/** What concerns the person rather than a picture: figures of all they made, and the end of an account. */
@Module({
  controllers: [StatsController],
})
export class ImagesPeopleModule {}
