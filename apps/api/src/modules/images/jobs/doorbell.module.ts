import { BullModule } from '@nestjs/bull';
import { Module } from '@nestjs/common';
import { Doorbell } from './doorbell.js';
import { ringingQueue } from './queue.js';

@Module({
  imports: [BullModule.registerQueueAsync(ringingQueue)],
  providers: [Doorbell],
  exports: [Doorbell],
})
export class DoorbellModule {}
