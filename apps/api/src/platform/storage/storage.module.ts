import { Global, Module } from '@nestjs/common';
import type { Config } from '../config/config.js';
import { CONFIG } from '../config/config.module.js';
import { LocalDiskStorage } from './local-disk.storage.js';
import { STORAGE, type Storage } from './storage.port.js';

/** Chooses by configuration where picture bytes live. */
@Global()
@Module({
  providers: [
    {
      provide: STORAGE,
      inject: [CONFIG],
      useFactory: (config: Config): Storage => new LocalDiskStorage(config.storage.dir),
    },
  ],
  exports: [STORAGE],
})
export class StorageModule {}
