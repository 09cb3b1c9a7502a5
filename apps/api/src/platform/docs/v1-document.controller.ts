import { v1Calls, v1Document } from '@app/contracts';
import { Controller, Inject, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/config.js';
import { Endpoint } from '../http/endpoint.js';
import { RequiresFeature } from '../http/feature.guard.js';

/** The description of the public API, without the envelope, because tools read it. */
@Controller()
@RequiresFeature('publicApi')
export class V1DocumentController {
  private readonly document: string;

  constructor(@Inject(CONFIG) { productName }: Config) {
    this.document = JSON.stringify(v1Document(productName));
  }

  @Endpoint(v1Calls.document)
  async show(@Res() reply: FastifyReply): Promise<void> {
    await reply
      .header('cache-control', 'public, max-age=300')
      .type('application/json; charset=utf-8')
      .serializer((text: string) => text)
      .send(this.document);
  }
}
