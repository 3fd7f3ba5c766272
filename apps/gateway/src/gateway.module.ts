import { Module, type DynamicModule } from '@nestjs/common';
import { BrokerModule } from '@kushk/broker';
import { ConfigModule, type Config } from '@kushk/runtime';
import { FindAccessCodeHandler } from './access-codes/find-access-code/find-access-code.handler.js';
import { RedeemAccessCodeHandler } from './access-codes/redeem-access-code/redeem-access-code.handler.js';
import { FollowClockWorker } from './clock/follow-clock.worker.js';
import { ReportDeniedAttemptsHandler } from './denied-attempts/report-denied-attempts/report-denied-attempts.handler.js';
import { CollectCountsWorker } from './rollouts/collect-counts.worker.js';
import { ReportReleaseCountsHandler } from './rollouts/report-release-counts/report-release-counts.handler.js';
import { ReportMonthlyUsageHandler } from './usage/report-monthly-usage/report-monthly-usage.handler.js';
import { CloseMonthsWorker } from './usage/close-months.worker.js';

/**
 * The module of the gateway in both roles. On an instance, the gateway reports usage, denied attempts and the counts of
 * releases to the hub. On the hub, it collects the usage of past months and the counts of rollouts, and passes on the
 * access codes that instances send. Outside production, it follows the test clock.
 */
@Module({})
export class GatewayModule {
  static of(config: Config): DynamicModule {
    return {
      module: GatewayModule,
      imports: [ConfigModule.of(config), BrokerModule],
      controllers:
        config.role === 'instance'
          ? [ReportMonthlyUsageHandler, ReportDeniedAttemptsHandler, ReportReleaseCountsHandler]
          : [FindAccessCodeHandler, RedeemAccessCodeHandler],
      providers: [
        ...(config.role === 'hub' ? [CloseMonthsWorker, CollectCountsWorker] : []),
        ...(config.environment === 'production' ? [] : [FollowClockWorker]),
      ],
    };
  }
}
