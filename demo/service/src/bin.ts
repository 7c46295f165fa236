import { run } from './run.ts';

await run({ env: process.env });
