import { BullModule } from '@nestjs/bull';
import { Module } from '@nestjs/common';
import { Doorbell } from './generation-queue.js';
import { ringingQueue } from './bull-queues.js';

@Module({
  imports: [BullModule.registerQueueAsync(ringingQueue)],
  providers: [Doorbell],
  exports: [Doorbell],
})
export class DoorbellModule {}
