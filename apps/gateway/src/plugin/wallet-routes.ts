import { wallet, walletLedger } from '@kushk/contracts';
import { bodyOf } from '@kushk/edge';
import type { PluginCaller } from '../authentication/caller.js';
import { requiredIdempotency, routesFor, type Call, type Route } from '../http/route.js';
import { entriesDeadlineMs, entriesOf, holdsOf, respondWithEntries } from '../wallet/entries-response.js';
import { pluginPolicy } from './plugin-policy.js';
import { ConsumeBody, HoldBody, QuoteBody, SettleBody } from './plugin.dto.js';

const { proxyRoute, compositeRoute } = routesFor<PluginCaller>('plugin', '/i/:installation_id/plugin/v1');

type PluginCall = Call<PluginCaller, unknown, unknown>;
const ownWallet = ({ caller }: PluginCall) => ({ installation_id: caller.installation.installation_id });
const byPlugin = (call: PluginCall) => ({ ...ownWallet(call), ...requiredIdempotency(call) });

const mayRead = pluginPolicy({ scope: 'wallet.consume' });
const mayCharge = pluginPolicy({ scope: 'wallet.consume', writes: true });

/** The wallet of the plugin's installation. */
export const pluginWalletRoutes: readonly Route[] = [
  proxyRoute('GET', '/wallet', {
    summary: 'Get the wallet with its active plan',
    requires: pluginPolicy({ scope: 'wallet.consume', handle: true }),
    calls: wallet.getWallet,
    request: ownWallet,
  }),
  proxyRoute('POST', '/wallet/holds', {
    summary: 'Hold MU before a service',
    requires: mayCharge,
    body: bodyOf(HoldBody),
    idempotencyKey: 'required',
    success: 201,
    calls: wallet.placeHold,
    request: (call) => {
      const { service, count, ttl_seconds, reference } = call.body;
      return { ...byPlugin(call), service, count, ttl_seconds: ttl_seconds ?? null, reference: reference ?? null };
    },
    headers: ({ id }, { caller }) => ({ location: `${caller.installation.api_base}/wallet/holds/${id}` }),
  }),
  proxyRoute('GET', '/wallet/holds', {
    summary: 'List the holds, newest first',
    requires: mayRead,
    query: holdsOf,
    calls: wallet.listHolds,
    request: (call) => ({ ...ownWallet(call), ...call.query }),
  }),
  proxyRoute('GET', '/wallet/holds/:hold_id', {
    summary: 'Get a hold',
    requires: mayRead,
    calls: wallet.getHold,
    request: (call) => ({ ...ownWallet(call), hold_id: call.params['hold_id']! }),
  }),
  compositeRoute('GET', '/wallet/entries', {
    operationId: 'listWalletEntries',
    summary: 'List the entries of the wallet as JSON, NDJSON or CSV',
    requires: mayRead,
    query: entriesOf,
    calls: [walletLedger.listEntries],
    deadlineMs: entriesDeadlineMs,
    handle: (call, send) => respondWithEntries({ ...ownWallet(call), ...call.query }, send),
  }),
  proxyRoute('POST', '/wallet/quote', {
    operationId: 'quoteMu',
    summary: 'Get what a service would cost now; reserves nothing',
    requires: mayRead,
    body: bodyOf(QuoteBody),
    idempotencyKey: 'ignored',
    calls: wallet.quote,
    request: (call) => ({ ...ownWallet(call), ...call.body }),
  }),
  proxyRoute('POST', '/wallet/holds/:hold_id/settle', {
    summary: 'Settle a hold after the service, fully or partly',
    requires: mayCharge,
    body: bodyOf(SettleBody),
    idempotencyKey: 'required',
    calls: wallet.settleHold,
    request: (call) => ({ ...byPlugin(call), hold_id: call.params['hold_id']!, count: call.body.count ?? null }),
  }),
  proxyRoute('POST', '/wallet/holds/:hold_id/release', {
    summary: 'Release a hold',
    requires: mayCharge,
    idempotencyKey: 'required',
    calls: wallet.releaseHold,
    request: (call) => ({ ...byPlugin(call), hold_id: call.params['hold_id']! }),
  }),
  proxyRoute('POST', '/wallet/consume', {
    operationId: 'consumeMu',
    summary: 'Consume MU without a hold',
    requires: mayCharge,
    body: bodyOf(ConsumeBody),
    idempotencyKey: 'required',
    success: 201,
    calls: wallet.consume,
    request: (call) => ({
      ...byPlugin(call),
      service: call.body.service,
      count: call.body.count,
      reference: call.body.reference ?? null,
    }),
  }),
];
