import { Inject, Injectable, SetMetadata, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/config.js';
import { notFound } from '../errors/app-error.js';

type Feature = keyof Config['features'];
const FEATURES = 'features';

/** Of a controller or one endpoint: it exists only while the features are switched on. */
export const RequiresFeature = (...features: Feature[]) => SetMetadata(FEATURES, features);

/** Runs before the token is asked for: what is switched off is not there for anybody. */
@Injectable()
export class FeatureGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    const features = this.reflector.getAllAndOverride<Feature[] | undefined>(FEATURES, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (features?.some((feature) => !this.config.features[feature])) throw notFound();
    return true;
  }
}
