import { Module } from '@nestjs/common';
import { FilesModule } from '../files/files.module.js';
import { ExportPictures } from './export-images.js';
import { ExportsController } from './exports.controller.js';
import { ExportTurns } from './running-exports.js';
import { WriteArchive } from './write-archive.js';

@Module({
  imports: [FilesModule],
  controllers: [ExportsController],
  providers: [ExportPictures, ExportTurns, WriteArchive],
})
export class ExportsModule {}
