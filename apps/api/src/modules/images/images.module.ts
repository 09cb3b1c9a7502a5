import { Module } from '@nestjs/common';
import { CONFIG } from '../../platform/config/config.module.js';
import { StorageModule } from '../../platform/storage/storage.module.js';
import { QuotaModule } from '../quota/index.js';
import { AcceptGeneration } from './generation/submission/accept-generation.js';
import { Admission } from './generation/submission/admission.js';
import { CancelGeneration } from './generation/cancel-generation.js';
import { ConvertPicture } from './files/convert-image.js';
import { DeletePictures } from './gallery/deletion/delete-images.js';
import { EngineHealth } from './engines/engine-health.js';
import { ExportPictures } from './exports/export-images.js';
import { ExportTurns } from './exports/running-exports.js';
import { FileLinks } from './files/file-links.js';
import { GallerySerializer } from './gallery/lists/gallery-serializer.js';
import { FollowWork } from './generation/events/follow-generations.js';
import { ListModels } from './engines/list-models.js';
import { ListPrompts } from './gallery/prompts/list-prompts.js';
import { MarkFavorite } from './gallery/favorites/mark-favorite.js';
import { OpenFile } from './files/open-file.js';
import { ReadGenerations } from './generation/read-generations.js';
import { ReadPictures } from './gallery/lists/read-gallery.js';
import { RestorePictures } from './gallery/deletion/restore-images.js';
import { SharePicture } from './sharing/share-image.js';
import { ShowShared } from './sharing/show-shared.js';
import { SubmitGeneration } from './generation/submission/submit-generation.js';
import { WireShapes } from './generation/generation-presenter.js';
import { WriteArchive } from './exports/write-archive.js';
import { DeletionController } from './gallery/deletion/deletion.controller.js';
import { EventStreams } from './generation/events/event-streams.js';
import { EventsController } from './generation/events/events.controller.js';
import { ExportsController } from './exports/exports.controller.js';
import { FavoritesController } from './gallery/favorites/favorites.controller.js';
import { FilesController } from './files/files.controller.js';
import { GenerationsController } from './generation/generations.controller.js';
import { PicturesController } from './gallery/lists/gallery.controller.js';
import { PromptsController } from './gallery/prompts/prompts.controller.js';
import { SharingController } from './sharing/sharing.controller.js';
import { createFailPoints } from './shared/armed-fail-points.js';
import { DoorbellModule } from './generation/queue/generation-queue.module.js';
import { FAIL_POINTS } from './shared/fail-points.js';
import { SweeperModule } from './worker/recovery/sweeper.module.js';

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
