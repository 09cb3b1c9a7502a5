import { expect, test } from '@jest/globals';
import type { ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Config } from '../config/config.js';
import { FeatureGuard, RequiresFeature } from './feature.guard.js';

class Open {
  handle(): void {}
}
@RequiresFeature('batch')
class Batches {
  handle(): void {}
  @RequiresFeature('publicApi')
  other(): void {}
}
@RequiresFeature('batch', 'publicApi')
class Both {
  handle(): void {}
}

function isThere(controller: new () => object, handler: unknown, features: Partial<Config['features']>): boolean {
  const config = { features: { batch: false, publicApi: false, ...features } } as Config;
  const context = { getHandler: () => handler, getClass: () => controller } as unknown as ExecutionContext;
  try {
    return new FeatureGuard(new Reflector(), config).canActivate(context);
  } catch (error) {
    expect(error).toMatchObject({ code: 'NOT_FOUND' });
    return false;
  }
}

test('what needs no feature is always there', () => {
  expect(isThere(Open, Open.prototype.handle, {})).toBe(true);
});

test('what needs a feature is there while that is switched on', () => {
  expect(isThere(Batches, Batches.prototype.handle, { batch: true })).toBe(true);
  expect(isThere(Batches, Batches.prototype.handle, { publicApi: true })).toBe(false);
});

test('what needs several is there while all are switched on', () => {
  expect(isThere(Both, Both.prototype.handle, { batch: true, publicApi: true })).toBe(true);
  expect(isThere(Both, Both.prototype.handle, { batch: true })).toBe(false);
  expect(isThere(Both, Both.prototype.handle, { publicApi: true })).toBe(false);
});

test('an endpoint may need another feature than its controller', () => {
  expect(isThere(Batches, Batches.prototype.other, { publicApi: true })).toBe(true);
  expect(isThere(Batches, Batches.prototype.other, { batch: true })).toBe(false);
});
