import { Global, Logger, Module, type DynamicModule } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/config.js';
import { connectNowOrLater } from './connect.js';
import { dataSourceOptions } from './data-source.js';
import { InstallationEntity } from './installation.entity.js';
import { LeaseEntity } from './lease.entity.js';
import type { PoolSettings } from './prepared.js';

@Global()
@Module({})
export class DatabaseModule {
  /** `forRequests`: queries time out before their request has to be answered. */
  static with(how: { forRequests: boolean }): DynamicModule {
    return {
      module: DatabaseModule,
      imports: [
        TypeOrmModule.forRootAsync({
          inject: [CONFIG],
          useFactory: (config: Config) => ({
            ...dataSourceOptions(config, { entities: [InstallationEntity, LeaseEntity], migrations: [] }, how),
            autoLoadEntities: true,
            // `connectNowOrLater` retries by itself.
            retryAttempts: 1,
            manualInitialization: true,
          }),
          dataSourceFactory: async (options) => {
            if (!options) throw new Error('No settings for the database');
            const { installationId } = (options as unknown as { extra: PoolSettings }).extra;
            return connectNowOrLater(new DataSource(options), installationId, new Logger('Database'));
          },
        }),
      ],
      exports: [TypeOrmModule],
    };
  }
}
