import { rebuildCommand } from '@kushk/event-store';
import { readConfig } from '@kushk/runtime';
import { catalogueStore } from './store.module.js';

const { databaseUrl } = readConfig();
process.exitCode = await rebuildCommand({ ...catalogueStore, databaseUrl }, process.argv.slice(2));
