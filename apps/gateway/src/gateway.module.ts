import { Module, type DynamicModule } from '@nestjs/common';
import { BrokerModule } from '@kushk/broker';
import { ConfigModule, type Config } from '@kushk/runtime';
import { ReportMonthlyUsageHandler } from './usage/report-monthly-usage/report-monthly-usage.handler.js';
import { CloseMonthsWorker } from './usage/close-months.worker.js';

/**
 * The gateway is one program with two roles. On an instance it reports usage to the hub; on the hub it collects usage
 * until the months are closed.
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
