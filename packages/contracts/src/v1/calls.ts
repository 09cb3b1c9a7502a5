import * as z from 'zod';
import { batchStartBody } from '../batches/calls.js';
import { batchSchema, batchWithRowsSchema } from '../batches/schemas.js';
import { defineCall, idParams } from '../core/call.js';
import { paged, pageQuery } from '../core/paging.js';
import { downloadQuery, generateBody, IMAGE_MEDIA, idempotencyHeaders, removed } from '../images/calls.js';
import { STYLES } from '../images/options.js';
import { galleryItemSchema, generationSchema, modelOfferSchema } from '../images/schemas.js';
import { quotaSchema } from '../quota/schemas.js';
import { V1_PAGE_SIZE } from './limits.js';
import { v1Routes } from './routes.js';

export const v1Calls = {
  generate: defineCall(
    v1Routes.generate,
    { body: generateBody, headers: idempotencyHeaders, answer: generationSchema },
    { summary: 'Start a generation; the same Idempotency-Key starts it once' },
  ),
  showGeneration: defineCall(
    v1Routes.showGeneration,
    { params: idParams, answer: generationSchema },
    { summary: 'Show a generation with its images and its place in the queue' },
  ),
  cancelGeneration: defineCall(
    v1Routes.cancelGeneration,
    { params: idParams, answer: generationSchema },
    { summary: 'Cancel a generation that has not begun; its credits return' },
  ),
  listImages: defineCall(
    v1Routes.listImages,
    {
      query: z.strictObject({ ...pageQuery(V1_PAGE_SIZE), style: z.enum(STYLES).optional() }),
      answer: paged(galleryItemSchema),
    },
    { summary: 'List images, the newest first' },
  ),
  showImage: defineCall(
    v1Routes.showImage,
    { params: idParams, answer: galleryItemSchema },
    { summary: 'Show an image' },
  ),
  downloadImage: defineCall(
    v1Routes.downloadImage,
    { params: idParams, query: downloadQuery, answer: z.never() },
    {
      summary: 'Download an image, as it was made or in another format',
      media: IMAGE_MEDIA,
    },
  ),
  deleteImage: defineCall(
    v1Routes.deleteImage,
    { params: idParams, answer: removed },
    { summary: 'Delete an image; one that waits is cancelled' },
  ),
  showCredits: defineCall(
    v1Routes.showCredits,
    { answer: quotaSchema },
    { summary: 'Show the credits of the account' },
  ),
  listModels: defineCall(
    v1Routes.listModels,
    { answer: z.array(modelOfferSchema) },
    { summary: 'List the models and what each can do' },
  ),
  listBatches: defineCall(
    v1Routes.listBatches,
    { query: z.strictObject(pageQuery(V1_PAGE_SIZE)), answer: paged(batchSchema) },
    { summary: 'List batches, the newest first' },
  ),
  startBatch: defineCall(
    v1Routes.startBatch,
    { body: batchStartBody, headers: idempotencyHeaders, answer: batchWithRowsSchema },
    { summary: 'Start a batch; one runs at a time, and its rows hold credits one by one' },
  ),
  showBatch: defineCall(
    v1Routes.showBatch,
    { params: idParams, answer: batchWithRowsSchema },
    { summary: 'Show a batch with its rows' },
  ),
  pauseBatch: defineCall(
    v1Routes.pauseBatch,
    { params: idParams, answer: batchWithRowsSchema },
    { summary: 'Release no more rows of a batch' },
  ),
  resumeBatch: defineCall(
    v1Routes.resumeBatch,
    { params: idParams, answer: batchWithRowsSchema },
    { summary: 'Go on with a paused batch' },
  ),
  stopBatch: defineCall(
    v1Routes.stopBatch,
    { params: idParams, answer: batchWithRowsSchema },
    { summary: 'End a batch; rows in progress finish' },
  ),
  retryBatch: defineCall(
    v1Routes.retryBatch,
    { params: idParams, headers: idempotencyHeaders, answer: batchWithRowsSchema },
    { summary: 'Start a new batch of the rows that failed or were cancelled, at the prices of now' },
  ),
  deleteBatch: defineCall(
    v1Routes.deleteBatch,
    { params: idParams, answer: z.null() },
    { summary: 'Delete a batch that has ended, with the prompts of its rows; its images stay' },
  ),
  document: defineCall(
    v1Routes.document,
    { answer: z.never() },
    { summary: 'This document', media: ['application/json'] },
  ),
};
