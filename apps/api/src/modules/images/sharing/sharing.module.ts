import { Module } from '@nestjs/common';
import { FilesModule } from '../files/files.module.js';
import { ShareImage } from './share-image.js';
import { SharingController } from './sharing.controller.js';
import { ShowShared } from './show-shared.js';

@Module({ imports: [FilesModule], controllers: [SharingController], providers: [ShareImage, ShowShared] })
export class SharingModule {}
