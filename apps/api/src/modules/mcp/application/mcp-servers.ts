import {
  MCP_TOOL_NAMES,
  mcpTools,
  type ErrorCode,
  type McpTool,
  type McpToolInput,
  type McpToolName,
} from '@app/contracts';
import { McpServer, type CallToolResult } from '@modelcontextprotocol/server';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { CONFIG } from '../../../platform/config/config.module.js';
import type { Config } from '../../../platform/config/config.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { toAppError } from '../../../platform/errors/to-app-error.js';
import { RateLimiters } from '../../../platform/throttle/rate-limiters.js';
import { CANCELLING } from '../../images/index.js';
import { AccountTools } from './account-tools.js';
import { GenerationTools } from './generation-tools.js';
import { ImageTools } from './image-tools.js';
import { toolFailure } from './tool-failure.js';
import type { Caller, Tools } from './tool.js';

const INSTRUCTIONS =
  'Makes images from prompts. generate spends credits and returns at once; wait returns the images. Ask credits before many generations.';
const ABOUT_CREDITS = new Set<ErrorCode>(['INSUFFICIENT_CREDITS', 'API_KEY_BUDGET_USED']);

@Injectable()
export class McpServers {
  private readonly log = new Logger(McpServers.name);
  private readonly tools: Tools<McpToolName>;

  constructor(
    generations: GenerationTools,
    images: ImageTools,
    private readonly account: AccountTools,
    private readonly limiters: RateLimiters,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.tools = { ...generations.tools, ...images.tools, ...account.tools };
  }

  /** Of one request: nothing is remembered between two. */
  create(caller: Caller): McpServer {
    const title = this.config.productName;
    const server = new McpServer(
      { name: title.toLowerCase(), title, version: '1' },
      { instructions: INSTRUCTIONS, capabilities: { tools: { listChanged: false } } },
    );
    for (const name of MCP_TOOL_NAMES) this.register(server, name, caller);
    return server;
  }

  private register(server: McpServer, name: McpToolName, caller: Caller): void {
    const { title, description, input: inputSchema, isReadOnly }: McpTool = mcpTools[name];
    const annotations = { readOnlyHint: isReadOnly, destructiveHint: name === 'cancel', openWorldHint: false };
    server.registerTool(name, { title, description, inputSchema, annotations }, (input, { mcpReq: { signal } }) =>
      this.call(name, { caller, input: input as McpToolInput<McpToolName>, signal }),
    );
  }

  private async call<N extends McpToolName>(
    name: N,
    { caller, input, signal }: { caller: Caller; input: McpToolInput<N>; signal: AbortSignal },
  ): Promise<CallToolResult> {
    try {
      if (!caller.principal.source.scopes.includes(mcpTools[name].scope)) throw new AppError('SCOPE_MISSING');
      if (name === 'cancel') await this.limiters.consumeNamed(CANCELLING, caller.principal.userId);
      return await this.tools[name](caller, input, signal);
    } catch (thrown) {
      return this.failure(toAppError(thrown), caller);
    }
  }

  private async failure(error: AppError, caller: Caller): Promise<CallToolResult> {
    const { locale, requestId } = caller;
    if (error.status >= 500) this.log.error({ err: error.cause ?? error, request_id: requestId, code: error.code });
    const creditsLeft = ABOUT_CREDITS.has(error.code) ? await this.account.creditsLeft(caller) : null;
    return toolFailure(error, { locale, requestId, publicOrigin: this.config.publicOrigin, creditsLeft });
  }
}
