import { Module } from '@nestjs/common';
import { StorageModule } from '../../../platform/storage/storage.module.js';
import { ConvertImage } from './convert-image.js';
import { FileLinks } from './file-links.js';
import { FilesController } from './files.controller.js';
import { OpenFile } from './open-file.js';
import { ReportLostFile } from './report-lost-file.js';

@Module({
  imports: [StorageModule],
  controllers: [FilesController],
  providers: [ConvertImage, FileLinks, OpenFile, ReportLostFile],
  exports: [FileLinks, OpenFile],
})
export class FilesModule {}
