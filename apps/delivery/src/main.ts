import '@kushk/runtime/telemetry';
import { bootService } from '@kushk/runtime';
import { DeliveryModule } from './delivery.module.js';

await bootService('delivery', DeliveryModule);
