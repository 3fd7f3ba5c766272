/** `run.ts wallet`: runs one process of the system with the environment that `prepare.ts` wrote for it. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { environmentFile } from './layout.js';

const [container = ''] = process.argv.slice(2);
const { program, environment } = JSON.parse(readFileSync(environmentFile(container), 'utf8')) as {
  program: string;
  environment: Record<string, string>;
};
Object.assign(process.env, environment);
await import(pathToFileURL(resolve(program)).href);
