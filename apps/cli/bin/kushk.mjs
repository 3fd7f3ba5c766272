#!/usr/bin/env node
import { existsSync } from 'node:fs';
import module from 'node:module';

// Node 22.8 or later caches compiled code between runs, which reduces the start time to a third.
module.enableCompileCache?.();
if (existsSync(new URL('../dist/kushk.mjs', import.meta.url))) {
  await import('../dist/kushk.mjs');
} else {
  process.stderr.write('kushk: run "npm run build" first\n');
  process.exitCode = 1;
}
