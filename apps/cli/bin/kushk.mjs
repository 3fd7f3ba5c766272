#!/usr/bin/env node
import { existsSync } from 'node:fs';
import module from 'node:module';

// Node 22.8 or later caches compiled code between runs, so that a start takes a third of the time.
module.enableCompileCache?.();
if (existsSync(new URL('../dist/kushk.mjs', import.meta.url))) {
  await import('../dist/kushk.mjs');
} else {
  process.stderr.write('kushk: run "npm run build" first\n');
  process.exitCode = 1;
}
