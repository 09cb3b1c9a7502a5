import { DEFAULT_MODEL } from '@app/contracts';
import { Logger } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import type { DataSource } from 'typeorm';
import { AccessTokens } from '../../../src/modules/auth/application/access-tokens.js';
import { RefreshSession } from '../../../src/modules/auth/application/refresh-session.js';
import { SessionKeeper } from '../../../src/modules/auth/application/session-keeper.js';
import { RefreshTokens } from '../../../src/modules/auth/persistence/refresh-tokens.js';
import { Sessions } from '../../../src/modules/auth/persistence/sessions.js';
import { AcceptGeneration } from '../../../src/modules/images/generation/submission/accept-generation.js';
import { Admission } from '../../../src/modules/images/generation/submission/admission.js';
import { CancelGeneration } from '../../../src/modules/images/generation/cancel-generation.js';
import { CloseImage } from '../../../src/modules/images/generation/closing/close-image.js';
import { DeleteImages } from '../../../src/modules/images/gallery/deletion/delete-images.js';
import { EngineHealth } from '../../../src/modules/images/engines/engine-health.js';
import { FileLinks } from '../../../src/modules/images/files/file-links.js';
import { ReadGenerations } from '../../../src/modules/images/generation/read-generations.js';
import { RestoreImages } from '../../../src/modules/images/gallery/deletion/restore-images.js';
import { SubmitGeneration } from '../../../src/modules/images/generation/submission/submit-generation.js';
import { GenerationPresenter } from '../../../src/modules/images/generation/generation-presenter.js';
import { ClaimGeneration } from '../../../src/modules/images/worker/claiming/claim-generation.js';
import { CollectOrphans } from '../../../src/modules/images/files/clean-up/collect-orphans.js';
import type { GenerationQueue } from '../../../src/modules/images/generation/queue/generation-queue.js';
import { EngineCapacity } from '../../../src/modules/images/worker/claiming/engine-capacity.js';
import { EngineBreaker } from '../../../src/modules/images/worker/engine-calls/engine-breaker.js';
import { EngineClient } from '../../../src/modules/images/worker/engine-calls/engine-client.js';
import type { FailPoints } from '../../../src/modules/images/shared/fail-points.js';
import { FinishImage } from '../../../src/modules/images/worker/finish-image.js';
import { GenerateImages } from '../../../src/modules/images/worker/generate-images.js';
import { PaintImage } from '../../../src/modules/images/worker/paint-image.js';
import { PurgeImages } from '../../../src/modules/images/files/clean-up/purge-images.js';
import { StoreImage } from '../../../src/modules/images/worker/image-file/store-image.js';
import { Sweeper } from '../../../src/modules/images/worker/recovery/sweeper.js';
import { DEFAULT_WORKER_TIMES, type WorkerTimes } from '../../../src/modules/images/worker/worker-times.js';
import type { DailyBonus } from '../../../src/modules/daily-bonus/application/daily-bonus.js';
import { GrantSweeper } from '../../../src/modules/quota/jobs/grant-sweeper.js';
import type { Config } from '../../../src/platform/config/config.js';
import { derivedKey } from '../../../src/platform/config/keys.js';
import type { Storage } from '../../../src/platform/storage/storage.port.js';
import { creditLedger, dailyBonus } from '../credits/credits.js';
import { enginesOf, type FakeEngine } from './fake-engine.js';
import { RecordedEvents } from './painting.js';

export { EngineError } from '../../../src/modules/images/engines/image-engine.port.js';
export { AppError } from '../../../src/platform/errors/app-error.js';
export { StorageError } from '../../../src/platform/storage/storage.port.js';

// What is injected by the thousand would be told by the thousand.
Logger.overrideLogger(false);

/** What a process needs of the world. */
export interface Surroundings {
  dataSource: DataSource;
  config: Config;
  storage: Storage;
  engine: FakeEngine;
  failPoints: FailPoints;
  generationQueue: GenerationQueue;
  times: Partial<WorkerTimes>;
}

/** Use cases as one process has them, nothing of it running by itself. */
export interface OneProcess {
  submit: SubmitGeneration;
  generations: ReadGenerations;
  cancel: CancelGeneration;
  remove: DeleteImages;
  restore: RestoreImages;
  bonus: DailyBonus;
  refresh: RefreshSession;
  sessions: SessionKeeper;
  worker: GenerateImages;
  sweeper: Sweeper;
  purging: PurgeImages;
  grantSweeper: GrantSweeper;
  collector: CollectOrphans;
}

const signer = (config: Config): JwtService =>
  new JwtService({ secret: derivedKey(config, 'access-token'), signOptions: { algorithm: 'HS256' } });

/**
 * The use cases of one process, put together without the framework, so that a process costs next to nothing and can die
 * by the thousand.
 */
export function oneProcess(surroundings: Surroundings): OneProcess {
  const { dataSource, config, storage, failPoints, generationQueue } = surroundings;
  const events = new RecordedEvents();
  const ledger = creditLedger(dataSource);
  const health = new EngineHealth(dataSource);
  const generations = new ReadGenerations(dataSource, new GenerationPresenter(new FileLinks(config, storage)));
  const closing = new CloseImage(dataSource, ledger, events);
  const admission = new Admission(health, dataSource);
  const acceptance = new AcceptGeneration(dataSource, ledger, admission, config, failPoints);
  const sessions = new Sessions(dataSource);
  const tokens = new RefreshTokens();
  const keeper = new SessionKeeper(dataSource, sessions, tokens, new AccessTokens(signer(config)), events);
  return {
    submit: new SubmitGeneration(acceptance, generations, generationQueue, events, failPoints),
    generations,
    cancel: new CancelGeneration(dataSource, ledger, generationQueue, generations, events),
    remove: new DeleteImages(dataSource, ledger, generationQueue, events),
    restore: new RestoreImages(dataSource, events),
    bonus: dailyBonus(dataSource, config, events),
    refresh: new RefreshSession(dataSource, tokens, sessions, keeper, config),
    sessions: keeper,
    worker: painter(surroundings, { events, closing, health }),
    sweeper: new Sweeper(dataSource, closing, generationQueue),
    purging: new PurgeImages(dataSource, storage),
    grantSweeper: new GrantSweeper(dataSource),
    collector: new CollectOrphans(dataSource, storage),
  };
}

function painter(
  { dataSource, config, storage, engine, failPoints, ...rest }: Surroundings,
  { events, closing, health }: { events: RecordedEvents; closing: CloseImage; health: EngineHealth },
): GenerateImages {
  const engines = enginesOf({ [DEFAULT_MODEL]: engine });
  const times = { ...DEFAULT_WORKER_TIMES, ...rest.times };
  const desk = new EngineClient(new EngineBreaker(dataSource, health, times), engines, times);
  const storing = new StoreImage(dataSource, storage, times, failPoints);
  const finish = new FinishImage(closing, storing, engines, failPoints, times);
  const capacity = new EngineCapacity(config, engines);
  const painting = new PaintImage(desk, capacity, finish, events, times);
  const claims = new ClaimGeneration(dataSource, capacity, config, failPoints);
  return new GenerateImages(claims, painting, finish, events, times);
}
