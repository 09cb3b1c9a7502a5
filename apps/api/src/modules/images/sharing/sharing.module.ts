import { Module } from '@nestjs/common';
import { FilesModule } from '../files/files.module.js';
import { UsersModule } from '../../users/index.js';
import { ExportShares } from './export-shares.js';
import { ShareImage } from './share-image.js';
import { SharingController } from './sharing.controller.js';
import { ShowShared } from './show-shared.js';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ShareEntity } from './share.entity.js';

@Module({
  imports: [TypeOrmModule.forFeature([ShareEntity]), FilesModule, UsersModule],
  controllers: [SharingController],
  providers: [ExportShares, ShareImage, ShowShared],
})
export class SharingModule {}
