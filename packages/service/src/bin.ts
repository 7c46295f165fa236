#!/usr/bin/env node
import { endWithNpm } from './end-with-npm.ts';
import { packagedPages } from './packaged-pages.ts';
import { run } from './run.ts';

endWithNpm();
await run({ env: { ...packagedPages(), ...process.env }, args: process.argv.slice(2) });
