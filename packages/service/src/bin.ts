#!/usr/bin/env node
import { endWithNpm } from './main/end-with-npm.ts';
import { packagedPages } from './main/packaged-pages.ts';
import { run } from './main/run.ts';

endWithNpm();
await run({ env: { ...packagedPages(), ...process.env }, args: process.argv.slice(2) });
