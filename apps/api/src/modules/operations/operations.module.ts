import { Module, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { DatabaseMetrics, measureDatabase } from './database-metrics.js';
import { CheckInvariants } from './invariants/check-invariants.js';
import { InvariantCheckEntity } from './invariants/invariant-check.entity.js';

/** What tells operators whether the product is well; of the worker process. */
@Module({ imports: [TypeOrmModule.forFeature([InvariantCheckEntity])], providers: [CheckInvariants] })
export class OperationsModule implements OnModuleInit, OnModuleDestroy {
  constructor(private readonly dataSource: DataSource) {}

  onModuleInit(): void {
    measureDatabase(new DatabaseMetrics(this.dataSource));
  }

  onModuleDestroy(): void {
    measureDatabase(undefined);
  }
}
