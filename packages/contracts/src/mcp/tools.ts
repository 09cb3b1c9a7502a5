import * as z from 'zod';
import type { ApiKeyScope } from '../api-keys/scopes.js';
import { generateBody, idempotencyHeaders } from '../images/calls.js';
import { NEGATIVE_PROMPT_MAX, PROMPT_MAX } from '../images/limits.js';
import { v1Calls } from '../v1/calls.js';

/** Clients give up after 60 seconds, proxies after 35. */
export const MCP_WAIT_SECONDS = 25;
/** Of the longer side of images in answers of tools. */
export const MCP_IMAGE_PIXELS = 640;

export interface McpTool {
  scope: ApiKeyScope;
  title: string;
  description: string;
  input: z.ZodType;
  isReadOnly: boolean;
}
const defineTools = <const T extends Record<string, McpTool>>(tools: T): T => tools;

const nothing = z.strictObject({});
const id = (of: string) => z.strictObject({ id: z.uuid().describe(`The id of the ${of}`) });
const { prompt, negative_prompt, model, seed, count } = generateBody.shape;

const generateInput = generateBody.extend({
  prompt: prompt.unwrap().describe(`What the image shows, at most ${PROMPT_MAX} characters`),
  negative_prompt: negative_prompt.describe(`What to leave out, at most ${NEGATIVE_PROMPT_MAX} characters`),
  model: model.describe('An id that the tool models lists as available'),
  seed: seed.describe('The same seed and settings make the same image'),
  count: count.describe('Images to make; each has its price'),
  idempotency_key: idempotencyHeaders.shape['idempotency-key'].describe(
    'Any text of your own without spaces; a repeated call with it starts nothing new and costs nothing',
  ),
});

/** Tools for agents: what each takes and the scope it needs. Read by models, so in English alone. */
export const mcpTools = defineTools({
  generate: {
    scope: 'generate',
    title: 'Generate images',
    description:
      'Starts a generation and returns at once with its id, its price and the credits left. Spends credits. Call wait with the id to get the images.',
    input: generateInput,
    isReadOnly: false,
  },
  wait: {
    scope: 'read',
    title: 'Wait for a generation',
    description: `Waits for the end of a generation, at most ${MCP_WAIT_SECONDS} seconds, and returns its state; when it is completed, its images in a small size and links to the full ones. Call it again while the generation is unfinished.`,
    input: id('generation').extend({
      seconds: z.int().min(0).max(MCP_WAIT_SECONDS).default(MCP_WAIT_SECONDS).describe('How long to wait at most'),
    }),
    isReadOnly: true,
  },
  cancel: {
    scope: 'generate',
    title: 'Cancel a generation',
    description: 'Cancels a generation that has not begun. Its credits return.',
    input: id('generation'),
    isReadOnly: false,
  },
  list_images: {
    scope: 'read',
    title: 'List images',
    description: 'Lists the images of the account, the newest first, with the address of each file.',
    input: v1Calls.listImages.schemas.query,
    isReadOnly: true,
  },
  get_image: {
    scope: 'read',
    title: 'Show an image',
    description: 'Shows an image in a small size with its settings and a link to the full one.',
    input: id('image'),
    isReadOnly: true,
  },
  credits: {
    scope: 'read',
    title: 'Show credits',
    description: 'Shows the credits and limits of the account.',
    input: nothing,
    isReadOnly: true,
  },
  models: {
    scope: 'read',
    title: 'List models',
    description: 'Lists the models and what each can do.',
    input: nothing,
    isReadOnly: true,
  },
});
export type McpToolName = keyof typeof mcpTools;
export const MCP_TOOL_NAMES = Object.keys(mcpTools) as McpToolName[];
export type McpToolInput<N extends McpToolName> = z.output<(typeof mcpTools)[N]['input']>;
