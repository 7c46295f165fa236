import { run } from './run.ts';

await run({ env: process.env, args: process.argv.slice(2) });
