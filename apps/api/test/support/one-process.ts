import { DEFAULT_MODEL } from '@app/contracts';
import { Logger } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import type { DataSource } from 'typeorm';
import { AccessTokens } from '../../src/modules/auth/application/access-tokens.js';
import { RefreshSession } from '../../src/modules/auth/application/refresh-session.js';
import { SessionKeeper } from '../../src/modules/auth/application/session-keeper.js';
import { RefreshTokens } from '../../src/modules/auth/persistence/refresh-tokens.js';
import { Sessions } from '../../src/modules/auth/persistence/sessions.js';
import { AcceptGeneration } from '../../src/modules/images/generation/submission/accept-generation.js';
import { Admission } from '../../src/modules/images/generation/submission/admission.js';
import { CancelGeneration } from '../../src/modules/images/generation/cancel-generation.js';
import { ClosePicture } from '../../src/modules/images/generation/closing/close-image.js';
import { DeletePictures } from '../../src/modules/images/gallery/deletion/delete-images.js';
import { EngineHealth } from '../../src/modules/images/engines/engine-health.js';
import { FileLinks } from '../../src/modules/images/files/file-links.js';
import { ReadGenerations } from '../../src/modules/images/generation/read-generations.js';
import { RestorePictures } from '../../src/modules/images/gallery/deletion/restore-images.js';
import { SubmitGeneration } from '../../src/modules/images/generation/submission/submit-generation.js';
import { WireShapes } from '../../src/modules/images/generation/generation-presenter.js';
import { ClaimWork } from '../../src/modules/images/worker/claim-generation.js';
import { CollectOrphans } from '../../src/modules/images/files/clean-up/collect-orphans.js';
import type { Doorbell } from '../../src/modules/images/generation/queue/generation-queue.js';
import { EngineBreaker } from '../../src/modules/images/worker/engine-breaker.js';
import { EngineDesk } from '../../src/modules/images/worker/engine-client.js';
import type { FailPoints } from '../../src/modules/images/shared/fail-points.js';
import { FinishPicture } from '../../src/modules/images/worker/finish-image.js';
import { GenerateImage } from '../../src/modules/images/worker/generate-images.js';
import { PaintPicture } from '../../src/modules/images/worker/paint-image.js';
import { PurgePictures } from '../../src/modules/images/files/clean-up/purge-images.js';
import { StorePicture } from '../../src/modules/images/worker/store-image.js';
import { Sweeper } from '../../src/modules/images/worker/recovery/sweeper.js';
import { DEFAULT_WORKER_TIMES, type WorkerTimes } from '../../src/modules/images/worker/worker-times.js';
import type { DailyBonus } from '../../src/modules/daily-bonus/application/daily-bonus.js';
import { GrantSweeper } from '../../src/modules/quota/jobs/grant-sweeper.js';
import type { Config } from '../../src/platform/config/config.js';
import { derivedKey } from '../../src/platform/config/keys.js';
import type { Storage } from '../../src/platform/storage/storage.port.js';
import { creditLedger, dailyBonus } from './credits.js';
import { enginesOf, type FakeEngine } from './fake-engine.js';
import { RecordedEvents } from './painting.js';

export { EngineError } from '../../src/modules/images/engines/image-engine.port.js';
export { AppError } from '../../src/platform/errors/app-error.js';
export { StorageError } from '../../src/platform/storage/storage.port.js';

// What is injected by the thousand would be told by the thousand.
Logger.overrideLogger(false);

/** What a process needs of the world. */
export interface Surroundings {
  dataSource: DataSource;
  config: Config;
  storage: Storage;
  engine: FakeEngine;
  failPoints: FailPoints;
  doorbell: Doorbell;
  times: Partial<WorkerTimes>;
}

/** Use cases as one process has them, nothing of it running by itself. */
export interface OneProcess {
  submit: SubmitGeneration;
  generations: ReadGenerations;
  cancel: CancelGeneration;
  remove: DeletePictures;
  restore: RestorePictures;
  bonus: DailyBonus;
  refresh: RefreshSession;
  sessions: SessionKeeper;
  worker: GenerateImage;
  sweeper: Sweeper;
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
  const { dataSource, config, storage, failPoints, doorbell } = surroundings;
  const events = new RecordedEvents();
  const ledger = creditLedger(dataSource);
  const health = new EngineHealth(dataSource);
  const generations = new ReadGenerations(dataSource, new WireShapes(new FileLinks(config, storage)));
  const closing = new ClosePicture(dataSource, ledger, events);
  const admission = new Admission(health, dataSource);
  const acceptance = new AcceptGeneration(dataSource, ledger, admission, config, failPoints);
  const sessions = new Sessions(dataSource);
  const tokens = new RefreshTokens();
  const keeper = new SessionKeeper(dataSource, sessions, tokens, new AccessTokens(signer(config)), events);
  return {
    submit: new SubmitGeneration(acceptance, generations, doorbell, events, failPoints),
    generations,
    cancel: new CancelGeneration(dataSource, ledger, doorbell, generations, events),
    remove: new DeletePictures(dataSource, ledger, doorbell, events),
    restore: new RestorePictures(dataSource, events),
    bonus: dailyBonus(dataSource, config, events),
    refresh: new RefreshSession(dataSource, tokens, sessions, keeper, config),
    sessions: keeper,
    worker: painter(surroundings, { events, closing, health }),
    sweeper: new Sweeper(dataSource, closing, doorbell, new PurgePictures(dataSource, storage)),
    grantSweeper: new GrantSweeper(dataSource),
    collector: new CollectOrphans(dataSource, storage),
  };
}

function painter(
  { dataSource, config, storage, engine, failPoints, ...rest }: Surroundings,
  { events, closing, health }: { events: RecordedEvents; closing: ClosePicture; health: EngineHealth },
): GenerateImage {
  const engines = enginesOf({ [DEFAULT_MODEL]: engine });
  const times = { ...DEFAULT_WORKER_TIMES, ...rest.times };
  const desk = new EngineDesk(new EngineBreaker(dataSource, health, times), engines, times);
  const storing = new StorePicture(dataSource, storage, times, failPoints);
  const finish = new FinishPicture(closing, storing, engines, failPoints, times);
  const painting = new PaintPicture(desk, finish, events, times);
  return new GenerateImage(new ClaimWork(dataSource, config, engines, failPoints), painting, finish, events, times);
}
