#!/usr/bin/env node
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import manifest from '../package.json' with { type: 'json' };
import { createServer } from './server.ts';
import { readSettings, SettingsError } from './settings.ts';
import { Tools } from './tools.ts';

const USAGE = `sign-session-mcp   tools for a signing service, by the Model Context Protocol over stdin and stdout

It is started by the program that uses the tools, and told by its environment:

  SIGN_SERVICE_URL    the service, by default http://127.0.0.1:4010
  SIGN_CLIENT_ID      the client's credentials; for a service on this computer
  SIGN_CLIENT_SECRET  those of its local mode are the default
  SIGN_FILES_FOLDER   the folder that PDFs are read from and webhooks' secrets written to
`;

async function serve(): Promise<void> {
  const server = createServer(new Tools(readSettings(process.env)));
  const stop = () => void server.close().finally(() => process.exit());
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop);
  // Its program is gone. What is under way is for nobody any more.
  process.stdin.once('end', stop);
  await server.connect(new StdioServerTransport());
}

const [argument, ...more] = process.argv.slice(2);
if (argument === undefined) {
  try {
    await serve();
  } catch (error) {
    // Anything else could name a setting's value.
    const text = error instanceof SettingsError ? error.message : 'It could not be started.';
    process.stderr.write(`${text}\n`);
    process.exitCode = 1;
  }
} else if (argument === '--version' && more.length === 0) process.stdout.write(`${manifest.version}\n`);
else if (argument === '--help' && more.length === 0) process.stdout.write(USAGE);
else {
  process.stderr.write(USAGE);
  process.exitCode = 2;
}
