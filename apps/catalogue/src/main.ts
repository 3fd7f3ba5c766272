import '@kushk/runtime/telemetry';
import { bootService } from '@kushk/runtime';
import { CatalogueModule } from './catalogue.module.js';

await bootService('catalogue', CatalogueModule);
