import { Module } from '@nestjs/common';
import { QuotaHttpModule, QuotaModule } from '../../quota/index.js';
import { FilesModule } from '../files/files.module.js';
import { GenerationModule } from '../generation/generation.module.js';
import { GenerationQueueModule } from '../generation/queue/generation-queue.module.js';
import { DeleteImages } from './deletion/delete-images.js';
import { DeletionController } from './deletion/deletion.controller.js';
import { RestoreImages } from './deletion/restore-images.js';
import { FavoritesController } from './favorites/favorites.controller.js';
import { MarkFavorite } from './favorites/mark-favorite.js';
import { FindThumbnails } from './lists/find-thumbnails.js';
import { GalleryController } from './lists/gallery.controller.js';
import { GalleryItemEndings } from './lists/gallery-item-endings.js';
import { ReadGenerationLists } from './lists/read-generation-lists.js';
import { ReadGallery } from './lists/read-gallery.js';
import { ListPrompts } from './prompts/list-prompts.js';
import { PromptsController } from './prompts/prompts.controller.js';
import { ShowStats } from './stats/show-stats.js';
import { StatsController } from './stats/stats.controller.js';
import { V1ImagesController } from './v1-images.controller.js';
import { TypeOrmModule } from '@nestjs/typeorm';
import { FavoriteEntity } from './favorites/favorite.entity.js';
import { GalleryCountersEntity } from './gallery-counters.entity.js';
import { GalleryPageIndexEntity } from './gallery-page-index.entity.js';
import { PromptTokenEntity } from './lists/prompt-token.entity.js';
import { GenerationEntity } from '../shared/generation.entity.js';
import { PromptUseEntity } from './prompts/prompt-use.entity.js';
import { ImageTallyEntity } from './stats/image-tally.entity.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([
      FavoriteEntity,
      GalleryCountersEntity,
      GalleryPageIndexEntity,
      GenerationEntity,
      PromptTokenEntity,
      PromptUseEntity,
      ImageTallyEntity,
    ]),
    QuotaModule,
    QuotaHttpModule,
    FilesModule,
    GenerationModule,
    GenerationQueueModule,
  ],
  controllers: [
    GalleryController,
    FavoritesController,
    DeletionController,
    PromptsController,
    StatsController,
    V1ImagesController,
  ],
  providers: [
    DeleteImages,
    FindThumbnails,
    GalleryItemEndings,
    ListPrompts,
    MarkFavorite,
    ReadGenerationLists,
    ReadGallery,
    RestoreImages,
    ShowStats,
  ],
  exports: [ReadGallery],
})
export class GalleryModule {}
