import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { buttonLink, FineLine, itemsOf, Lines, muText, RowTitle, Summary, useTexts } from '@kushk/ui';
import { installationsQuery } from '../installation/queries.js';
import { usePluginName } from '../organisation/plugins.js';
import { walletsQuery, type PluginWallet } from '../wallet/queries.js';
import { EnoughUntil, WalletState, walletState } from '../wallet/wallet-state.js';

const SOON_MS = 14 * 86_400_000;

/**
 * The wallets that refuse their plugins or soon will, and what all of them used this month. A plugin without a plan
 * charges nothing, so its wallet may be empty.
 */
export function WalletsSummary(): ReactNode {
  const { t, language } = useTexts();
  const pluginName = usePluginName();
  const wallets = useInfiniteQuery(walletsQuery({ sort: 'enough_until' }));
  const installations = useInfiniteQuery(installationsQuery());
  const free = new Set((itemsOf(installations) ?? []).filter(({ plan }) => plan === null).map(idOf));
  const shown = (itemsOf(wallets) ?? [])
    .filter((one) => one.status !== 'closed' && !free.has(idOf(one)))
    .filter((one) => walletState(one) !== null || isEmptySoon(one));
  const used = wallets.data?.pages[0]?.totals.consumed_this_month ?? '0';
  return (
    <Summary
      title={t('home.wallets')}
      reads={[wallets, installations]}
      all={
        <Link to="/wallets" search={{ sort: 'enough_until' }} className={buttonLink({ look: 'quiet' })}>
          {t('nav.wallets')}
        </Link>
      }
    >
      <Lines>
        {shown.map((wallet) => (
          <li key={wallet.installation_id}>
            <RowTitle
              title={
                <Link to="/installations/$id/wallet" params={{ id: wallet.installation_id }} dir="auto">
                  {pluginName(wallet.plugin_id, wallet.names)}
                </Link>
              }
            >
              <small>
                <WalletState wallet={wallet} />
              </small>
              <small>
                {t('home.available', { mu: muText(wallet.available, language) })}
                {wallet.enough_until !== null && <> · </>}
                {wallet.enough_until !== null && <EnoughUntil wallet={wallet} />}
              </small>
            </RowTitle>
          </li>
        ))}
        {shown.length === 0 && <FineLine list={wallets}>{t('home.wallets.fine')}</FineLine>}
        <li>
          <RowTitle
            title={
              <Link to="/wallets" search={{ sort: 'consumed' }}>
                {t('home.consumed', { mu: muText(used, language) })}
              </Link>
            }
          />
        </li>
      </Lines>
    </Summary>
  );
}

const idOf = ({ installation_id }: { readonly installation_id: string }): string => installation_id;

const isEmptySoon = ({ enough_until: until }: PluginWallet): boolean =>
  until !== null && Date.parse(until) < Date.now() + SOON_MS;
