import type { components, operations } from './generated/v1.js';

type Schemas = components['schemas'];
export type Batch = Schemas['Batch'];
export type BatchRow = Schemas['BatchRow'];
export type BatchWithRows = Schemas['BatchWithRows'];
export type Credits = Schemas['Credits'];
export type GalleryItem = Schemas['GalleryItem'];
export type Generation = Schemas['Generation'];
export type Image = Schemas['Image'];
export type Model = Schemas['Model'];

/** The settings of a generation: a prompt, and what differs from the defaults. */
export type GenerateRequest = Schemas['GenerateRequest'];
export type Style = NonNullable<GenerateRequest['style']>;
export type OutputFormat = NonNullable<GenerateRequest['output_format']>;

/** The body of a batch: rows with settings of their own. */
export type BatchRequest = operations['v1.startBatch']['requestBody']['content']['application/json'];

type ListQuery = NonNullable<operations['v1.listImages']['parameters']['query']>;
export interface ImagesQuery extends Omit<ListQuery, 'page' | 'limit'> {
  page?: number;
  limit?: number;
}

export interface Page<T> {
  data: T[];
  page: number;
  limit: number;
  total: number;
}
