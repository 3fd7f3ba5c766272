import { rebuildCommand } from '@kushk/event-store';
import { readConfig } from '@kushk/runtime';
import { reviewStore } from './store.module.js';

const { databaseUrl } = readConfig();
process.exitCode = await rebuildCommand({ ...reviewStore, databaseUrl }, process.argv.slice(2));
