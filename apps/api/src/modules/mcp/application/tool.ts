import type { Locale, McpToolInput, McpToolName } from '@app/contracts';
import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/server';
import type { Principal } from '../../../platform/http/principal.js';

/** The key's owner, as the tools need to know them. */
export interface Caller {
  principal: Principal & { source: { kind: 'apiKey' } };
  locale: Locale;
  requestId: string;
}

/** `signal` is aborted when the client leaves. Throws what the use case throws. */
type Tool<N extends McpToolName> = (
  caller: Caller,
  input: McpToolInput<N>,
  signal: AbortSignal,
) => Promise<CallToolResult>;
export type Tools<N extends McpToolName> = { [name in N]: Tool<name> };

/** Some clients hand only the text to their model, so it contains the data too. */
export const toolResult = (
  text: string,
  data: Record<string, unknown>,
  contents: ContentBlock[] = [],
): CallToolResult => ({
  content: [{ type: 'text', text: `${text}\n${JSON.stringify(data)}` }, ...contents],
  structuredContent: data,
});
