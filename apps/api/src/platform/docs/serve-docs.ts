import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { Config } from '../config/config.js';
import { openApiDocument } from '@app/contracts';

/** Imported only where it is served, because the page is large. */
export async function serveDocs(app: NestFastifyApplication, config: Config): Promise<void> {
  const { SwaggerModule } = await import('@nestjs/swagger');
  const document = openApiDocument(config.productName) as unknown as OpenAPIObject;
  SwaggerModule.setup('api/docs', app, document, { jsonDocumentUrl: 'api/docs/openapi.json', raw: ['json'] });
}
