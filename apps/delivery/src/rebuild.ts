import { rebuildCommand } from '@kushk/event-store';
import { readConfig } from '@kushk/runtime';
import { deliveryStore } from './store.module.js';

const { databaseUrl } = readConfig();
process.exitCode = await rebuildCommand({ ...deliveryStore, databaseUrl }, process.argv.slice(2));
