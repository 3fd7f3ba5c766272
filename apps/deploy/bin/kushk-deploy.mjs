#!/usr/bin/env node
import { existsSync } from 'node:fs';

if (existsSync(new URL('../dist/main.js', import.meta.url))) {
  await import('../dist/main.js');
} else {
  process.stderr.write('kushk-deploy: run "npm run build" first\n');
  process.exitCode = 2;
}
