import '@kushk/runtime/telemetry';
import { bootService } from '@kushk/runtime';
import { ReviewModule } from './review.module.js';

await bootService('review', ReviewModule);
