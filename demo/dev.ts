/** `npm run dev`: the service, and before it Vite with the pages and the widget from their sources. */
import path from 'node:path';
import { createServer } from 'vite';
import { run } from '../packages/service/src/main/run.ts';

const root = path.resolve(import.meta.dirname, '..');

// Vite's configuration reads from here where to hand on what is the service's.
process.env['SERVICE_URL'] = await run({ env: { DATA_DIR: path.join(root, '.data'), ...process.env } });

const server = await createServer({ configFile: path.join(root, 'vite.config.ts') });
await server.listen();
server.printUrls();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void server.close());
