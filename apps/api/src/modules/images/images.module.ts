import { Module } from '@nestjs/common';
import { CONFIG } from '../../platform/config/config.module.js';
import { StorageModule } from '../../platform/storage/storage.module.js';
import { QuotaModule } from '../quota/index.js';
import { AcceptGeneration } from './application/accept-generation.js';
import { Admission } from './application/admission.js';
import { CancelGeneration } from './application/cancel-generation.js';
import { ConvertPicture } from './application/convert-picture.js';
import { DeletePictures } from './application/delete-pictures.js';
import { EngineHealth } from './application/engine-health.js';
import { ExportPictures } from './application/export-pictures.js';
import { ExportTurns } from './application/export-turns.js';
import { FileLinks } from './application/file-links.js';
import { GallerySerializer } from './application/gallery-serializer.js';
import { FollowWork } from './application/follow-work.js';
import { ListModels } from './application/list-models.js';
import { ListPrompts } from './application/list-prompts.js';
import { MarkFavorite } from './application/mark-favorite.js';
import { OpenFile } from './application/open-file.js';
import { ReadGenerations } from './application/read-generations.js';
import { ReadPictures } from './application/read-pictures.js';
import { RestorePictures } from './application/restore-pictures.js';
import { SharePicture } from './application/share-picture.js';
import { ShowShared } from './application/show-shared.js';
import { SubmitGeneration } from './application/submit-generation.js';
import { WireShapes } from './application/wire-shapes.js';
import { WriteArchive } from './application/write-archive.js';
import { DeletionController } from './http/deletion.controller.js';
import { EventStreams } from './http/event-streams.js';
import { EventsController } from './http/events.controller.js';
import { ExportsController } from './http/exports.controller.js';
import { FavoritesController } from './http/favorites.controller.js';
import { FilesController } from './http/files.controller.js';
import { GenerationsController } from './http/generations.controller.js';
import { PicturesController } from './http/pictures.controller.js';
import { PromptsController } from './http/prompts.controller.js';
import { SharingController } from './http/sharing.controller.js';
import { createFailPoints } from './jobs/armed-fail-points.js';
import { DoorbellModule } from './jobs/doorbell.module.js';
import { FAIL_POINTS } from './jobs/fail-points.js';
import { SweeperModule } from './jobs/sweeper.module.js';

/** Asking for pictures, watching them come, and the shelf they stand on. Painting them is the worker's. */
@Module({
  imports: [QuotaModule, DoorbellModule, StorageModule, SweeperModule],
  controllers: [
    GenerationsController,
    PicturesController,
    FavoritesController,
    DeletionController,
    FilesController,
    SharingController,
    ExportsController,
    PromptsController,
    EventsController,
  ],
  providers: [
    { provide: FAIL_POINTS, inject: [CONFIG], useFactory: createFailPoints },
    AcceptGeneration,
    Admission,
    CancelGeneration,
    ConvertPicture,
    DeletePictures,
    EngineHealth,
    EventStreams,
    ExportPictures,
    ExportTurns,
    FileLinks,
    GallerySerializer,
    FollowWork,
    ListModels,
    ListPrompts,
    MarkFavorite,
    OpenFile,
    ReadGenerations,
    ReadPictures,
    RestorePictures,
    SharePicture,
    ShowShared,
    SubmitGeneration,
    WireShapes,
    WriteArchive,
  ],
})
export class ImagesModule {}
