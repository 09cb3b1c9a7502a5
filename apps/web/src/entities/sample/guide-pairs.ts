import type { ImageSource } from '../../shared/ui/images/responsive-image';
import pairs from './guide-pairs.json';
import { paintedImage, type SampleWork } from './sample-works';

export interface PairedWork extends Omit<SampleWork, 'id'> {
  negative?: SampleWork['prompt'];
}

interface GuidePair {
  id: string;
  before: PairedWork;
  after: PairedWork;
}

/** Two works that differ in one setting; painted like the sample works. */
export const GUIDE_PAIRS = pairs as readonly GuidePair[];

export const pairedImage = ({ id, ...works }: GuidePair, side: 'before' | 'after'): ImageSource =>
  paintedImage(`guide/${id}-${side}`, works[side].size);
