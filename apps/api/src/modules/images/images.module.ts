import { Module } from '@nestjs/common';
import { EnginesModule } from './engines/engines.module.js';
import { ErasureModule } from './erasure/erasure.module.js';
import { ExportsModule } from './exports/exports.module.js';
import { FilesModule } from './files/files.module.js';
import { GalleryModule } from './gallery/gallery.module.js';
import { GenerationModule } from './generation/generation.module.js';
import { SharingModule } from './sharing/sharing.module.js';
import { SweeperModule } from './worker/recovery/sweeper.module.js';

@Module({
  imports: [
    EnginesModule,
    FilesModule,
    GenerationModule,
    GalleryModule,
    SharingModule,
    ExportsModule,
    ErasureModule,
    SweeperModule,
  ],
  exports: [EnginesModule, FilesModule, GalleryModule, GenerationModule],
})
export class ImagesModule {}
