import { rebuildCommand } from '@kushk/event-store';
import { readConfig } from '@kushk/runtime';
import { installationStore } from './store.module.js';

const { databaseUrl } = readConfig();
process.exitCode = await rebuildCommand({ ...installationStore, databaseUrl }, process.argv.slice(2));
