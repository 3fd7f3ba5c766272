import { rebuildCommand } from '@kushk/event-store';
import { readConfig } from '@kushk/runtime';
import { walletStore } from './store.module.js';

const { databaseUrl } = readConfig();
process.exitCode = await rebuildCommand({ ...walletStore, databaseUrl }, process.argv.slice(2));
