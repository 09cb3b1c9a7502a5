import { Module } from '@nestjs/common';
import { ImagesModule } from '../images/index.js';
import { QuotaHttpModule } from '../quota/index.js';
import { AccountTools } from './application/account-tools.js';
import { GenerationTools } from './application/generation-tools.js';
import { ImageContents } from './application/image-contents.js';
import { ImageTools } from './application/image-tools.js';
import { McpServers } from './application/mcp-servers.js';
import { WaitForGeneration } from './application/wait-for-generation.js';
import { McpController } from './http/mcp.controller.js';

/** The public API as tools for agents. */
@Module({
  imports: [ImagesModule, QuotaHttpModule],
  controllers: [McpController],
  providers: [AccountTools, GenerationTools, ImageContents, ImageTools, McpServers, WaitForGeneration],
})
export class McpModule {}
