import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { answer, Broker, type RequestContext } from '@kushk/broker';
import {
  installation,
  instanceGateway,
  usageMonthClosesAt,
  wallet,
  workspace,
  type InstanceUsageItem,
  type RequestOf,
  type UsageReport,
} from '@kushk/contracts';
import { usageAlias } from '@kushk/credentials';
import type { Outcome } from '@kushk/decider';
import { now } from '@kushk/runtime';
import { askingFor } from '../http/asking.handler.js';

/** The hub waits 2 s for an instance; what is not there by then is not worth finishing. */
const DEADLINE_MS = 2_000;

/** The instance's part of a publisher's usage: counted here, named by aliases only, so that nothing of an organisation reaches the hub. */
@Controller()
export class AnswerMonthlyUsage {
  constructor(private readonly broker: Broker) {}

  @MessagePattern(instanceGateway.monthlyUsage.subject)
  async answer(
    { month, plugin_ids, alias_key }: RequestOf<typeof instanceGateway.monthlyUsage>,
    context: RequestContext,
  ): Promise<Outcome<UsageReport>> {
    const at = now();
    const report = { as_of: at.toISOString(), closed: at >= usageMonthClosesAt(month) };
    const ask = askingFor(this.broker, {
      actor: { kind: 'system' },
      requestId: context.requestId,
      traceparent: context.traceparent ?? null,
      deadlineAtMs: performance.now() + DEADLINE_MS,
    });
    const {
      reply: { items: installations },
    } = await ask(installation.listForUsage, { plugin_ids });
    if (installations.length === 0) return answer({ ...report, items: [] });
    const request = { month, installation_ids: installations.map((one) => one.installation_id) };
    const [{ reply: wallets }, { reply: proposals }] = await Promise.all([
      ask(wallet.monthlyUsage, request),
      ask(workspace.monthlyProposals, request),
    ]);
    const spent = new Map(wallets.items.map((item) => [item.installation_id, item]));
    const settled = new Map(proposals.items.map((item) => [item.installation_id, item]));
    const key = Buffer.from(alias_key, 'base64url');
    const items = installations.map(({ installation_id, plugin_id }): InstanceUsageItem => {
      const {
        sequence = 0,
        mu_consumed = '0',
        mu_purchased = '0',
        mu_gifted = '0',
        services = [],
      } = spent.get(installation_id) ?? {};
      const { applied = 0, rejected = 0 } = settled.get(installation_id) ?? {};
      return {
        plugin_id,
        alias: usageAlias(key, installation_id),
        sequence,
        mu_consumed,
        mu_purchased,
        mu_gifted,
        proposals_applied: applied,
        proposals_rejected: rejected,
        services,
      };
    });
    return answer({ ...report, items });
  }
}
