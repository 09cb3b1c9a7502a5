import { Module } from '@nestjs/common';
import { CONFIG } from '../../../platform/config/config.module.js';
import { createFailPoints } from './armed-fail-points.js';
import { FAIL_POINTS } from './fail-points.js';

@Module({
  providers: [{ provide: FAIL_POINTS, inject: [CONFIG], useFactory: createFailPoints }],
  exports: [FAIL_POINTS],
})
export class FailPointsModule {}
