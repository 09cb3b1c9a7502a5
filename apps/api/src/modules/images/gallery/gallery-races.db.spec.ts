import { expect, test } from '@jest/globals';
import { everything, PAIRS } from '../../../../test/support/images/gallery-races/call-pairs.js';
import { useGalleryRaces } from '../../../../test/support/images/gallery-races/gallery-races.js';
import { drawn } from '../../../../test/support/timing/drawn.js';
import { s3Offer, useS3 } from '../../../../test/support/http/s3.js';

/** In the proof too: there the files beside this one play many. */
const ROUNDS = 4;

const s3 = useS3();
const onDisk = useGalleryRaces();
const inBucket = useGalleryRaces(() => s3Offer(s3.sandbox));

test('each two calls', () => expect(onDisk.play(drawn(PAIRS, 2), ROUNDS)).resolves.toEqual([]));

test('everything at once', () => expect(onDisk.play([everything], ROUNDS)).resolves.toEqual([]));

test('everything at once, with files in a bucket', () =>
  expect(inBucket.play([everything], ROUNDS)).resolves.toEqual([]));
