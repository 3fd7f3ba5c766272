import { Module, type DynamicModule } from '@nestjs/common';
import { BrokerModule } from '@kushk/broker';
import { ConfigModule, type Config } from '@kushk/runtime';
import { ReportMonthlyUsageHandler } from './usage/report-monthly-usage/report-monthly-usage.handler.js';
import { CloseMonthsWorker } from './usage/close-months.worker.js';

/**
 * One program in two roles: an instance's gateway reports usage to the hub, the hub's collects it until months are
 * closed.
 */
@Module({})
export class GatewayModule {
  static of(config: Config): DynamicModule {
    return {
      module: GatewayModule,
      imports: [ConfigModule.of(config), BrokerModule],
      controllers: config.role === 'instance' ? [ReportMonthlyUsageHandler] : [],
      providers: config.role === 'hub' ? [CloseMonthsWorker] : [],
    };
  }
}
