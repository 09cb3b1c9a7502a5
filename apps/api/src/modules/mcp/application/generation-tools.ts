import type { Generation } from '@app/contracts';
import type { ContentBlock } from '@modelcontextprotocol/server';
import { Injectable } from '@nestjs/common';
import { CancelGeneration, SubmitGeneration } from '../../images/index.js';
import { AccountTools } from './account-tools.js';
import { ImageContents } from './image-contents.js';
import { toolResult, type Caller, type Tools } from './tool.js';
import { WaitForGeneration } from './wait-for-generation.js';

const STATE: Record<Generation['status'], (generation: Generation) => string> = {
  pending: ({ id, queue }) =>
    queue
      ? `Generation ${id} waits at position ${queue.position} of the queue, about ${queue.estimated_seconds} s. Call wait again.`
      : `Generation ${id} waits in the queue. Call wait again.`,
  processing: ({ id }) => `Generation ${id} is in progress. Call wait again.`,
  completed: ({ id, credits_used: used }) => `Generation ${id} is completed and used ${used} credits.`,
  failed: ({ id, error_message: message, credits_returned: returned }) =>
    `Generation ${id} has ended without an image${message ? `: ${message}` : '.'} ${returned} credits were returned.`,
};

@Injectable()
export class GenerationTools {
  constructor(
    private readonly submission: SubmitGeneration,
    private readonly cancellation: CancelGeneration,
    private readonly waiting: WaitForGeneration,
    private readonly images: ImageContents,
    private readonly account: AccountTools,
  ) {}

  readonly tools: Tools<'generate' | 'wait' | 'cancel'> = {
    generate: async (caller, { idempotency_key: idempotencyKey = null, ...asked }) => {
      const { principal, locale } = caller;
      const apiKeyId = principal.source.keyId;
      const generation = await this.submission.submit(principal, { asked, idempotencyKey, apiKeyId, locale });
      const { id, count, unit_price: unit } = generation;
      const more = { price: unit * count, credits_left: await this.account.creditsLeft(caller) };
      const text = `Generation ${id} costs ${more.price} credits, ${more.credits_left ?? 'unknown'} are left. Call wait with this id.`;
      return toolResult(text, { ...this.summary(generation), ...more });
    },
    wait: async (caller, { id, seconds }, signal) => {
      const { principal, locale } = caller;
      const generation = await this.waiting.wait({ userId: principal.userId, id, locale }, { seconds, signal });
      const contents = await this.contents(caller, generation);
      return toolResult(STATE[generation.status](generation), this.summary(generation), contents);
    },
    cancel: async ({ principal: { userId }, locale }, { id }) => {
      const generation = await this.cancellation.cancel(userId, id, locale);
      const text = `Generation ${id} is cancelled, ${generation.credits_returned} credits were returned.`;
      return toolResult(text, this.summary(generation));
    },
  };

  private summary({
    generated_images: images,
    understood: _understood,
    ...generation
  }: Generation): Record<string, unknown> {
    return { ...generation, images: images.map((image) => this.images.summary(image)) };
  }

  /** One after the other, since reading them may take a core. */
  private async contents({ principal }: Caller, generation: Generation): Promise<ContentBlock[]> {
    const contents: ContentBlock[] = [];
    for (const image of generation.generated_images) {
      contents.push(...(await this.images.contents(principal.userId, image, generation)));
    }
    return contents;
  }
}
