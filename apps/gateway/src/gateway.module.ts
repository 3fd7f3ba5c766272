import { Module, type DynamicModule } from '@nestjs/common';
import { BrokerModule } from '@kushk/broker';
import { ConfigModule, type Config } from '@kushk/runtime';
import { AnswerMonthlyUsage } from './usage/answer-monthly-usage.handler.js';
import { CloseMonths } from './usage/close-months.handler.js';

/** One program in two roles: the instance's also answers the hub's question about usage, and the hub's asks it until months are closed. */
@Module({})
export class GatewayModule {
  static of(config: Config): DynamicModule {
    return {
      module: GatewayModule,
      imports: [ConfigModule.of(config), BrokerModule],
      controllers: config.role === 'instance' ? [AnswerMonthlyUsage] : [],
      providers: config.role === 'hub' ? [CloseMonths] : [],
    };
  }
}
