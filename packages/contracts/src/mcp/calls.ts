import * as z from 'zod';
import { defineCall } from '../core/call.js';
import { mcpRoutes } from './routes.js';

/** JSON-RPC without the envelope; the tools are described in `tools.ts`. */
export const mcpCalls = {
  post: defineCall(mcpRoutes.mcp, { body: z.unknown(), answer: z.never() }),
  stream: defineCall(mcpRoutes.mcpStream, { answer: z.never() }),
  session: defineCall(mcpRoutes.mcpSession, { answer: z.never() }),
};
