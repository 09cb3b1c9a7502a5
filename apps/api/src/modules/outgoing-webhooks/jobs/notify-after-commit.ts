import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { DataSource, type EntitySubscriberInterface } from 'typeorm';
import type { TransactionCommitEvent } from 'typeorm/subscriber/event/TransactionCommitEvent.js';
import { notedDeliveries } from '../persistence/record-event.js';
import { WebhookQueue } from './webhook-queue.js';
import { inBackground } from '../../../platform/process/in-background.js';

/** Notifies the deliveries of a transaction once it has committed, whichever module recorded them. */
@Injectable()
export class NotifyAfterCommit implements EntitySubscriberInterface, OnModuleInit {
  constructor(
    private readonly dataSource: DataSource,
    private readonly queue: WebhookQueue,
  ) {}

  onModuleInit(): void {
    this.subscribe();
  }

  /** Again, because TypeORM forgets its subscribers when it connects, which may be later than this process started. */
  @Interval(1_000)
  subscribe(): void {
    const { subscribers } = this.dataSource;
    if (!subscribers.includes(this)) subscribers.push(this);
  }

  /** Nothing waits for Redis. */
  afterTransactionCommit({ queryRunner }: TransactionCommitEvent): void {
    for (const { id, endpointId } of notedDeliveries(queryRunner.data)) {
      inBackground(this.queue.notify({ endpointId, deliveryId: id, attempts: 0, delaySeconds: 0 }));
    }
  }
}
