/** The wallet of an installation, for its organisation and for the staff who bill it (docs/reference/money.md). */
import { installation, wallet, walletLedger } from '@kushk/contracts';
import { bodyOf } from '@kushk/edge';
import {
  organisationAdmin,
  purchaserPolicy,
  type PersonCaller,
  type PurchaserCaller,
} from '../authentication/caller.js';
import {
  routesFor,
  type AnyRequestType,
  type Call,
  type Route,
  type RouteResponse,
  type SendRequest,
  type ServiceReply,
} from '../http/route.js';
import { entriesDeadlineMs, entriesOf, holdsOf, respondWithEntries } from '../wallet/entries-response.js';
import {
  BudgetBody,
  FreezeBody,
  GiftBody,
  PurchaseBody,
  ReversalBody,
  RevocationBody,
  ThresholdBody,
} from './wallet.dto.js';

const PREFIX = '/instance/v1';
const WALLET = '/installations/:installation_id/wallet';
const people = routesFor<PersonCaller>('person', PREFIX);
const purchasers = routesFor<PurchaserCaller>('purchaser', PREFIX);

/** Every route first reads the installation, so that a foreign one is as absent as one that does not exist. */
const withInstallation = (called: AnyRequestType): readonly AnyRequestType[] => [installation.getInstallation, called];

type PersonCall = Call<PersonCaller, unknown, unknown>;
const byAdmin = ({ caller, params, idempotency }: PersonCall) => ({
  organisation_id: caller.organisation.id,
  installation_id: params['installation_id']!,
  by: caller.person.id,
  ...idempotency,
});

async function installationOf({ caller, params }: PersonCall, send: SendRequest): Promise<{ installation_id: string }> {
  const target = { organisation_id: caller.organisation.id, installation_id: params['installation_id']! };
  const { reply } = await send(installation.getInstallation, target);
  return { installation_id: reply.installation_id };
}

async function byPurchaser(
  { caller, params, idempotency }: Call<PurchaserCaller, unknown, unknown>,
  send: SendRequest,
) {
  const installation_id = params['installation_id']!;
  const { reply } = await send(installation.getInstallation, {
    installation_id,
    organisation_id: caller.organisationId,
  });
  return { installation_id, organisation_id: reply.organisation_id, by: caller.by, ...idempotency };
}

function responseOf<Reply>(status: number, { reply, replayed }: ServiceReply<Reply>): RouteResponse<Reply> {
  return { status, body: reply, replayed };
}

const readRoutes: readonly Route[] = [
  people.compositeRoute('GET', WALLET, {
    operationId: 'getWallet',
    summary: 'Get the wallet of an installation',
    requires: organisationAdmin,
    calls: withInstallation(wallet.getWallet),
    handle: async (call, send) => responseOf(200, await send(wallet.getWallet, await installationOf(call, send))),
  }),
  people.compositeRoute('GET', `${WALLET}/entries`, {
    operationId: 'listWalletEntries',
    summary: 'List the entries of a wallet as JSON, NDJSON or CSV',
    requires: organisationAdmin,
    query: entriesOf,
    calls: withInstallation(walletLedger.listEntries),
    deadlineMs: entriesDeadlineMs,
    handle: async (call, send) => respondWithEntries({ ...(await installationOf(call, send)), ...call.query }, send),
  }),
  people.compositeRoute('GET', `${WALLET}/holds`, {
    operationId: 'listHolds',
    summary: 'List the holds of a wallet, newest first',
    requires: organisationAdmin,
    query: holdsOf,
    calls: withInstallation(wallet.listHolds),
    handle: async (call, send) => {
      const request = { ...(await installationOf(call, send)), ...call.query };
      return responseOf(200, await send(wallet.listHolds, request));
    },
  }),
  people.proxyRoute('GET', '/store/:plugin_id/carry-over', {
    operationId: 'getCarryOver',
    summary: 'Get the MU that the next installation of a plugin takes over from removed ones',
    requires: organisationAdmin,
    calls: walletLedger.carryOver,
    request: ({ caller, params }) => ({ organisation_id: caller.organisation.id, plugin_id: params['plugin_id']! }),
  }),
];

/** The routes that change what was paid or is owed. */
function billingRoutes(production: boolean): readonly Route[] {
  const requires = purchaserPolicy(production);
  return [
    purchasers.compositeRoute('POST', `${WALLET}/purchases`, {
      operationId: 'purchaseMu',
      summary: 'Add purchased MU',
      requires,
      body: bodyOf(PurchaseBody),
      success: 201,
      calls: withInstallation(wallet.purchase),
      handle: async (call, send) => {
        const { mu, reference = null } = call.body;
        return responseOf(201, await send(wallet.purchase, { ...(await byPurchaser(call, send)), mu, reference }));
      },
    }),
    purchasers.compositeRoute('POST', `${WALLET}/revocations`, {
      operationId: 'revokeMu',
      summary: 'Take MU back: at most what is available and what is left of their kind',
      requires,
      body: bodyOf(RevocationBody),
      success: 201,
      calls: withInstallation(walletLedger.revoke),
      handle: async (call, send) =>
        responseOf(201, await send(walletLedger.revoke, { ...(await byPurchaser(call, send)), ...call.body })),
    }),
    purchasers.compositeRoute('POST', `${WALLET}/reversals`, {
      operationId: 'reverseConsumption',
      summary: 'Give a consumption back, once, as an entry of the current month',
      requires,
      body: bodyOf(ReversalBody),
      success: 201,
      calls: withInstallation(walletLedger.reverse),
      handle: async (call, send) =>
        responseOf(201, await send(walletLedger.reverse, { ...(await byPurchaser(call, send)), ...call.body })),
    }),
  ];
}

const adminRoutes: readonly Route[] = [
  people.compositeRoute('POST', `${WALLET}/gifts`, {
    operationId: 'giftMu',
    summary: 'Add MU as a gift',
    requires: organisationAdmin,
    body: bodyOf(GiftBody),
    success: 201,
    calls: withInstallation(wallet.gift),
    handle: async (call, send) => {
      await installationOf(call, send);
      const { mu, note = null } = call.body;
      return responseOf(201, await send(wallet.gift, { ...byAdmin(call), mu, note }));
    },
  }),
  people.compositeRoute('POST', `${WALLET}/freeze`, {
    operationId: 'freezeWallet',
    summary: 'Stop holds, charges and settlements; holds can still be released and expire',
    requires: organisationAdmin,
    body: bodyOf(FreezeBody),
    calls: withInstallation(walletLedger.freeze),
    handle: async (call, send) => {
      await installationOf(call, send);
      return responseOf(200, await send(walletLedger.freeze, { ...byAdmin(call), reason: call.body.reason }));
    },
  }),
  people.compositeRoute('POST', `${WALLET}/unfreeze`, {
    operationId: 'unfreezeWallet',
    summary: 'Allow holds, charges and settlements again',
    requires: organisationAdmin,
    calls: withInstallation(walletLedger.unfreeze),
    handle: async (call, send) => {
      await installationOf(call, send);
      return responseOf(200, await send(walletLedger.unfreeze, byAdmin(call)));
    },
  }),
  people.compositeRoute('PUT', `${WALLET}/budget`, {
    operationId: 'setBudget',
    summary: 'Set what may be consumed and held in a month, in all and by service',
    requires: organisationAdmin,
    body: bodyOf(BudgetBody),
    calls: withInstallation(walletLedger.setBudget),
    handle: async (call, send) => {
      await installationOf(call, send);
      const { monthly, services } = call.body;
      const budget = { monthly: monthly ?? null, services: services ?? {} };
      return responseOf(200, await send(walletLedger.setBudget, { ...byAdmin(call), ...budget }));
    },
  }),
  people.compositeRoute('PUT', `${WALLET}/threshold`, {
    operationId: 'setThreshold',
    summary: 'Set the balance below which the wallet is low',
    requires: organisationAdmin,
    body: bodyOf(ThresholdBody),
    calls: withInstallation(walletLedger.setThreshold),
    handle: async (call, send) => {
      await installationOf(call, send);
      return responseOf(200, await send(walletLedger.setThreshold, { ...byAdmin(call), mu: call.body.mu ?? null }));
    },
  }),
];

export function walletRoutes(production: boolean): readonly Route[] {
  return [...readRoutes, ...billingRoutes(production), ...adminRoutes];
}
