import { Module } from '@nestjs/common';
import { QuotaModule } from '../../quota/index.js';
import { UsersModule } from '../../users/index.js';
import { EraseImages } from './erase-images.js';

@Module({ imports: [QuotaModule, UsersModule], providers: [EraseImages] })
export class ErasureModule {}
