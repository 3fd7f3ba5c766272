import '@kushk/runtime/telemetry';
import { bootService } from '@kushk/runtime';
import { WalletModule } from './wallet.module.js';

await bootService('wallet', WalletModule);
