import { expect, test } from '@jest/globals';
import { s3Offer, useS3 } from '../../../../test/support/http/s3.js';
import { everything } from '../../../../test/support/images/gallery-races/call-pairs.js';
import { useGalleryRaces } from '../../../../test/support/images/gallery-races/gallery-races.js';

const s3 = useS3();
const races = useGalleryRaces(() => s3Offer(s3.sandbox));

test('everything at once, with files in a bucket', () => expect(races.play([everything])).resolves.toEqual([]));
