/** Money over time, for admins: months and transactions of a wallet, and all wallets (docs/reference/money.md). */
import { installation, walletOverview, WALLET_MONTHS_MAX } from '@kushk/contracts';
import { pageOf } from '@kushk/edge';
import { organisationAdmin, type PersonCaller } from '../authentication/caller.js';
import { routesFor, type Call, type Route, type SendRequest } from '../http/route.js';
import type { OperationDescriptions } from '../openapi/operation-descriptions.js';
import { latestMonths } from '../usage/usage-month.js';
import { respondWithWallets, walletsOf } from '../wallet/organisation-wallets.js';

const PREFIX = '/instance/v1';
const WALLET = '/installations/:installation_id/wallet';
const { compositeRoute } = routesFor<PersonCaller>('person', PREFIX);
const MONTHS_DEFAULT = 12;
const MONTH_CHARACTERS = 7;

/** Reads the installation first, so that a foreign one is as absent as one that does not exist. */
async function installationOf(
  { caller, params }: Call<PersonCaller, unknown, unknown>,
  send: SendRequest,
): Promise<string> {
  const target = { organisation_id: caller.organisation.id, installation_id: params['installation_id']! };
  return (await send(installation.getInstallation, target)).reply.installation_id;
}

export const walletOverviewRoutes: readonly Route[] = [
  compositeRoute('GET', '/wallets', {
    operationId: 'listWallets',
    summary: 'List the wallets of all installed plugins with their sums, as JSON or CSV',
    requires: organisationAdmin,
    query: walletsOf,
    calls: [installation.listInstallations, walletOverview.summaries, walletOverview.leftOver],
    handle: ({ caller, query, now }, send) =>
      respondWithWallets(query, { organisationId: caller.organisation.id, now, send }),
  }),
  compositeRoute('GET', `${WALLET}/months`, {
    operationId: 'listWalletMonths',
    summary: 'Get what a wallet received and used in the last months',
    requires: organisationAdmin,
    query: (read) => ({ count: read.integer('count', 1, WALLET_MONTHS_MAX) ?? MONTHS_DEFAULT }),
    calls: [installation.getInstallation, walletOverview.months],
    handle: async (call, send) => {
      const installation_id = await installationOf(call, send);
      const months = latestMonths(call.query.count, call.now);
      return { status: 200, body: (await send(walletOverview.months, { installation_id, months })).reply };
    },
  }),
  compositeRoute('GET', `${WALLET}/transactions`, {
    operationId: 'listWalletTransactions',
    summary: 'List what happened to a wallet, with one item for each charge, newest first',
    requires: organisationAdmin,
    query: (read) => ({ ...pageOf(read), month: read.text('month', MONTH_CHARACTERS) }),
    calls: [installation.getInstallation, walletOverview.transactions],
    handle: async (call, send) => {
      const installation_id = await installationOf(call, send);
      return { status: 200, body: (await send(walletOverview.transactions, { installation_id, ...call.query })).reply };
    },
  }),
];

export const walletOverviewOperations: OperationDescriptions = {
  [`GET ${PREFIX}/wallets`]: {
    description:
      "`forecast_month` is what a month of last month's use costs at the rates of the present plan; null when nothing was used then, or without a plan. `enough_until` is the day in Tehran on which the balance ends at that; null for over ten years, too. `totals` are the sums of all wallets, `left_over` the purchased MU of removed installations, which the next installation of the same plugin takes over. `format=csv` returns all of them by plugin.",
    query: {
      sort: 'By plugin (default), by the lowest balance, by the highest use of this month, or by the earliest end of the balance',
    },
  },
  [`GET ${PREFIX}/installations/{installation_id}/wallet/months`]: {
    description:
      'The oldest month first, the current one last. Months are Gregorian, in Tehran time. `services` has the charged units, which a client multiplies with the rates of another plan to compare.',
    query: { count: 'How many months: 12 by default' },
  },
  [`GET ${PREFIX}/installations/{installation_id}/wallet/transactions`]: {
    description:
      'The entries of a hold that has ended are one `charge`, or one `release` or `expiry` when nothing was charged. `hold.released` became available again. `…/wallet/entries` has every entry. A page may have fewer items than `limit`; the last one has `next_cursor: null`.',
    query: { month: 'Gregorian month in Tehran time. Default: all months' },
  },
};
