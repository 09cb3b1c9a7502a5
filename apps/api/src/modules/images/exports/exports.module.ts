import { Module } from '@nestjs/common';
import { FilesModule } from '../files/files.module.js';
import { ExportImages } from './export-images.js';
import { ExportsController } from './exports.controller.js';
import { RunningExports } from './running-exports.js';
import { WriteArchive } from './write-archive.js';

@Module({
  imports: [FilesModule],
  controllers: [ExportsController],
  providers: [ExportImages, RunningExports, WriteArchive],
})
export class ExportsModule {}
