import type { GenerationStatus } from './options.js';

/** Of a generation or one of its images. Only rows of the database have the status `cancelled`. */
interface WithStatus {
  readonly status: GenerationStatus | 'cancelled';
}

export const isOpen = ({ status }: WithStatus): boolean => status === 'pending' || status === 'processing';

export const isFinished = (of: WithStatus): boolean => !isOpen(of);
