import { Module } from '@nestjs/common';
import { QuotaModule } from '../../quota/index.js';
import { UsersModule } from '../../users/index.js';
import { ErasePictures } from './erase-images.js';

/** What the removal of an account takes away here. */
@Module({ imports: [QuotaModule, UsersModule], providers: [ErasePictures] })
export class ErasureModule {}
