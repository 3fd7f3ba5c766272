import '@kushk/runtime/telemetry';
import { bootService } from '@kushk/runtime';
import { WorkspaceModule } from './workspace.module.js';

await bootService('workspace', WorkspaceModule);
