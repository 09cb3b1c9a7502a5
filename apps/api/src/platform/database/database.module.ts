import { Global, Module, type DynamicModule } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { DataSourceOptions } from 'typeorm';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/config.js';
import { dataSourceOptions } from './data-source.js';

@Global()
@Module({})
export class DatabaseModule {
  /** `entities` are the product's; the platform knows no table by itself. Inject the pool as TypeORM's `DataSource`. */
  static with(entities: NonNullable<DataSourceOptions['entities']>): DynamicModule {
    const typeOrm = TypeOrmModule.forRootAsync({
      inject: [CONFIG],
      useFactory: (config: Config) => ({
        ...dataSourceOptions(config, { entities, migrations: [] }),
        // A database that is away at start must not keep the process from answering 503 and /api/health.
        manualInitialization: false,
        retryAttempts: 10,
        retryDelay: 1000,
      }),
    });
    return { module: DatabaseModule, imports: [typeOrm], exports: [typeOrm] };
  }
}
