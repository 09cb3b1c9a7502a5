import { expect, test } from '@jest/globals';
import { READS_AGAINST_WRITES } from '../../../../test/support/images/gallery-races/call-pairs.js';
import { useGalleryRaces } from '../../../../test/support/images/gallery-races/gallery-races.js';

const races = useGalleryRaces();

test.each(READS_AGAINST_WRITES)('$name', (pair) => expect(races.play([pair])).resolves.toEqual([]));
