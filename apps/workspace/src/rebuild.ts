import { rebuildCommand } from '@kushk/event-store';
import { readConfig } from '@kushk/runtime';
import { workspaceStore } from './store.module.js';

const { databaseUrl } = readConfig();
process.exitCode = await rebuildCommand({ ...workspaceStore, databaseUrl }, process.argv.slice(2));
