import { defineRoutes } from '../core/route.js';

/** The Model Context Protocol at one address. Each tool names its scope, so any key opens it. */
const MCP = { path: '/mcp', access: 'key', scope: null, carries: 'binary', errors: ['NOT_FOUND'] } as const;

export const mcpRoutes = defineRoutes({
  mcp: { ...MCP, method: 'POST' },
  /** The protocol's streams and sessions, which a server without a memory refuses. */
  mcpStream: { ...MCP, method: 'GET', status: 405 },
  mcpSession: { ...MCP, method: 'DELETE', status: 405 },
});
