import '@kushk/runtime/telemetry';
import { bootService } from '@kushk/runtime';
import { InstallationModule } from './installation.module.js';

await bootService('installation', InstallationModule);
