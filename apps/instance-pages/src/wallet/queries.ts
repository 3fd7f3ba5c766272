/** What the page of a wallet reads and writes. */
import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import { instanceApi, resultOf, type InstanceComponents } from '@kushk/api-client';
import { afterWrite, pagedQuery } from '@kushk/ui';
import type { EntriesFilter, WalletSearch, WalletsSearch } from './wallet-search.js';

type Schemas = InstanceComponents['schemas'];
export type Wallet = Schemas['WalletResource'];
export type WalletEntry = Schemas['WalletEntry'];
export type WalletTransaction = Schemas['WalletTransaction'];
export type PluginWallet = Schemas['PluginWallet'];

const WALLET = '/instance/v1/installations/{installation_id}/wallet';
const at = (installation_id: string) => ({ params: { path: { installation_id } } });

/** Every single entry of a kind, or of all, the newest first. */
export const entriesQuery = (installation_id: string, filter: EntriesFilter) =>
  pagedQuery(['wallet', installation_id, 'entries', filter], async (page, signal) => {
    const params = { path: { installation_id }, query: { ...filter, ...page, order: 'newest' as const } };
    // Without another `format` the response is JSON.
    return (await resultOf(instanceApi.GET(`${WALLET}/entries`, { params, signal }))) as Schemas['ListedEntries'];
  });

/** One for each charge, the newest first. */
export const transactionsQuery = (installation_id: string, filter: Pick<WalletSearch, 'month'>) =>
  pagedQuery(['wallet', installation_id, 'transactions', filter], (page, signal) =>
    resultOf(
      instanceApi.GET(`${WALLET}/transactions`, {
        params: { path: { installation_id }, query: { ...filter, ...page } },
        signal,
      }),
    ),
  );

export type WalletsSort = NonNullable<WalletsSearch['sort']>;

/** The wallets of all plugins. Without `sort` they are ordered by plugin. */
export const walletsQuery = (filter: WalletsSearch) =>
  pagedQuery(['wallet', 'of-all', filter], async (page, signal) => {
    const query = { ...filter, ...page };
    // Without another `format` the response is JSON.
    return (await resultOf(
      instanceApi.GET('/instance/v1/wallets', { params: { query }, signal }),
    )) as Schemas['OrganisationWallets'];
  });

export const openHoldsQuery = (installation_id: string) =>
  pagedQuery(['wallet', installation_id, 'holds'], (page, signal) =>
    resultOf(
      instanceApi.GET(`${WALLET}/holds`, {
        params: { path: { installation_id }, query: { status: 'open' as const, ...page } },
        signal,
      }),
    ),
  );

type HoldPages = Extract<ReturnType<typeof openHoldsQuery>['queryFn'], (...context: never[]) => unknown>;
export type WalletHold = Awaited<ReturnType<HoldPages>>['items'][number];

/** A write that changes the wallet: afterwards everything that shows it is read again. */
function useWalletWrite<Input, Reply>(write: (input: Input) => Promise<Reply>): UseMutationResult<Reply, Error, Input> {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: write,
    onSettled: (_done, error) =>
      afterWrite(
        error,
        Promise.all(
          (['wallet', 'installations'] as const).map((list) => queries.invalidateQueries({ queryKey: [list] })),
        ),
      ),
  });
}

export type MuKind = 'purchase' | 'gift';

export interface AddedMu {
  readonly kind: MuKind;
  readonly mu: string;
  /** The reference of a purchase, or the note of a gift. */
  readonly text: string;
}

export const useAddMu = (id: string) =>
  useWalletWrite(({ kind, mu, text }: AddedMu) => {
    const described = text.trim() === '' ? null : text.trim();
    return kind === 'purchase'
      ? resultOf(instanceApi.POST(`${WALLET}/purchases`, { ...at(id), body: { mu, reference: described } }))
      : resultOf(instanceApi.POST(`${WALLET}/gifts`, { ...at(id), body: { mu, note: described } }));
  });

export interface RevokedMu {
  readonly kind: MuKind;
  readonly mu: string;
  readonly reason: string;
}

export const useRevokeMu = (id: string) =>
  useWalletWrite((body: RevokedMu) => resultOf(instanceApi.POST(`${WALLET}/revocations`, { ...at(id), body })));

/** Gives a consumption back. */
export const useReverse = (id: string) =>
  useWalletWrite((body: { readonly entry_id: string; readonly reason: string }) =>
    resultOf(instanceApi.POST(`${WALLET}/reversals`, { ...at(id), body })),
  );

export const useFreeze = (id: string) =>
  useWalletWrite((reason: string) => resultOf(instanceApi.POST(`${WALLET}/freeze`, { ...at(id), body: { reason } })));

export const useUnfreeze = (id: string) =>
  useWalletWrite(() => resultOf(instanceApi.POST(`${WALLET}/unfreeze`, at(id))));

export const useSetBudget = (id: string) =>
  useWalletWrite((body: { monthly: string | null; services: Record<string, string> }) =>
    resultOf(instanceApi.PUT(`${WALLET}/budget`, { ...at(id), body })),
  );

export const useSetThreshold = (id: string) =>
  useWalletWrite((mu: string | null) => resultOf(instanceApi.PUT(`${WALLET}/threshold`, { ...at(id), body: { mu } })));
