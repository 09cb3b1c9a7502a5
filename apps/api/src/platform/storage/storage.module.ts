import { Global, Module } from '@nestjs/common';
import type { Config } from '../config/config.js';
import { CONFIG } from '../config/config.module.js';
import { LocalDiskStorage } from './local-disk.storage.js';
import { STORAGE, type Storage } from './storage.port.js';

async function openStorage({ storage }: Config): Promise<Storage> {
  if (storage.kind === 'disk') return new LocalDiskStorage(storage.dir, storage.accelLocation);
  // Imported lazily: loading the client takes longer than the rest of the start.
  const { S3Storage } = await import('./s3.storage.js');
  return new S3Storage(storage);
}

@Global()
@Module({
  providers: [{ provide: STORAGE, inject: [CONFIG], useFactory: openStorage }],
  exports: [STORAGE],
})
export class StorageModule {}
