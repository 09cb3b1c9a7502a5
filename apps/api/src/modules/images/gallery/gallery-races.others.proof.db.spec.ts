import { expect, test } from '@jest/globals';
import { everything, OTHER_WRITES } from '../../../../test/support/images/gallery-races/call-pairs.js';
import { useGalleryRaces } from '../../../../test/support/images/gallery-races/gallery-races.js';

const races = useGalleryRaces();

test.each(OTHER_WRITES)('$name', (pair) => expect(races.play([pair])).resolves.toEqual([]));

test('everything at once', () => expect(races.play([everything])).resolves.toEqual([]));
