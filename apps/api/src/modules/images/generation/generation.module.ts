import { Module } from '@nestjs/common';
import { QuotaModule } from '../../quota/index.js';
import { EnginesModule } from '../engines/engines.module.js';
import { FilesModule } from '../files/files.module.js';
import { FailPointsModule } from '../shared/fail-points.module.js';
import { CancelGeneration } from './cancel-generation.js';
import { EventStreams } from './events/event-streams.js';
import { EventsController } from './events/events.controller.js';
import { FollowGenerations } from './events/follow-generations.js';
import { GenerationPresenter } from './generation-presenter.js';
import { GenerationsController } from './generations.controller.js';
import { V1GenerationsController } from './v1-generations.controller.js';
import { GenerationQueueModule } from './queue/generation-queue.module.js';
import { ReadGenerations } from './read-generations.js';
import { AcceptGeneration } from './submission/accept-generation.js';
import { Admission } from './submission/admission.js';
import { SubmitGeneration } from './submission/submit-generation.js';

@Module({
  imports: [QuotaModule, EnginesModule, FilesModule, GenerationQueueModule, FailPointsModule],
  controllers: [GenerationsController, V1GenerationsController, EventsController],
  providers: [
    AcceptGeneration,
    Admission,
    CancelGeneration,
    EventStreams,
    FollowGenerations,
    ReadGenerations,
    SubmitGeneration,
    GenerationPresenter,
  ],
  exports: [CancelGeneration, GenerationPresenter, ReadGenerations, SubmitGeneration],
})
export class GenerationModule {}
