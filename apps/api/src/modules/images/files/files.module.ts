import { Module } from '@nestjs/common';
import { StorageModule } from '../../../platform/storage/storage.module.js';
import { ConvertPicture } from './convert-image.js';
import { FileLinks } from './file-links.js';
import { FilesController } from './files.controller.js';
import { OpenFile } from './open-file.js';

@Module({
  imports: [StorageModule],
  controllers: [FilesController],
  providers: [ConvertPicture, FileLinks, OpenFile],
  exports: [FileLinks, OpenFile],
})
export class FilesModule {}
