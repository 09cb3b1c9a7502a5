import { BullModule } from '@nestjs/bull';
import { Module } from '@nestjs/common';
import { GenerationQueue } from './generation-queue.js';
import { producerQueue } from './generation-queue-ends.js';

@Module({
  imports: [BullModule.registerQueueAsync(producerQueue)],
  providers: [GenerationQueue],
  exports: [GenerationQueue],
})
export class GenerationQueueModule {}
