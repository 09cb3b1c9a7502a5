import { expect, test } from '@jest/globals';
import { everything, WRITES_AGAINST_WRITES } from '../../../../test/support/gallery-races/call-pairs.js';
import { useGalleryRaces } from '../../../../test/support/gallery-races/gallery-races.js';

const races = useGalleryRaces();

test.each(WRITES_AGAINST_WRITES)('$name', ({ plan }) => expect(races.play(plan)).resolves.toEqual([]));

test('everything at once', () => expect(races.play(everything)).resolves.toEqual([]));
