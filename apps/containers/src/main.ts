import '@kushk/runtime/telemetry';
import { bootService } from '@kushk/runtime';
import { ContainersModule } from './containers.module.js';

await bootService('containers', ContainersModule);
