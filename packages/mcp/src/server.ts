import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import {
  CallToolRequestSchema,
  ListToolsRequestSchema,
  type CallToolResult,
  type ListToolsResult,
} from '@modelcontextprotocol/sdk/types.js';
import manifest from '../package.json' with { type: 'json' };
import type { Tools } from './tools.ts';

const INSTRUCTIONS = `Creates and follows electronic signatures at a signing service. The usual order: create_signing_session, get_signing_link for the signer (works once, for five minutes), get_signing_session_status until it is COMPLETED, get_evidence and get_transaction_documents by its transactionId. Only the service’s answers say what was signed.`;

/**
 * The protocol's server for these tools. Their schemas are the interface's own JSON Schema, so they are handed on as they
 * are; the service validates what is sent.
 */
export function createServer(tools: Tools): McpServer {
  const server = new McpServer(
    { name: 'sign-session', version: manifest.version },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );
  server.server.setRequestHandler(ListToolsRequestSchema, (): ListToolsResult => ({
    tools: tools.descriptions.map(({ inputSchema, ...rest }) => ({
      ...rest,
      inputSchema: { ...inputSchema, required: [...(inputSchema.required ?? [])] },
    })),
  }));
  server.server.setRequestHandler(
    CallToolRequestSchema,
    async ({ params }, { signal }): Promise<CallToolResult> => {
      const { text, isError } = await tools.call(params.name, params.arguments ?? {}, signal);
      return { content: [{ type: 'text', text }], isError };
    },
  );
  return server;
}
