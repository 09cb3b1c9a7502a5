import { Module } from '@nestjs/common';
import { QuotaHttpModule } from '../../quota/index.js';
import { UsersModule } from '../../users/index.js';
import { FilesModule } from '../files/files.module.js';
import { ExportAccount } from './export-account.js';
import { ExportImages } from './export-images.js';
import { ExportsController } from './exports.controller.js';
import { RunningExports } from './running-exports.js';
import { WriteArchive } from './write-archive.js';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ExportTicketEntity } from './export-ticket.entity.js';
import { RunningExportEntity } from './running-export.entity.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([ExportTicketEntity, RunningExportEntity]),
    FilesModule,
    QuotaHttpModule,
    UsersModule,
  ],
  controllers: [ExportsController],
  providers: [ExportAccount, ExportImages, RunningExports, WriteArchive],
})
export class ExportsModule {}
