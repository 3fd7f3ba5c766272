import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { WalletCards } from '@kushk/ui/icons';
import type { ReactNode } from 'react';
import {
  buttonLink,
  Code,
  day,
  EmptyState,
  Facts,
  inLanguage,
  Panel,
  ProblemNotice,
  SkeletonLine,
  useTexts,
} from '@kushk/ui';
import { manifestOf, type PluginManifest } from '../store/manifest.js';
import { muNumber, muText } from '../store/mu.js';
import { manifestQuery, walletQuery } from '../store/queries.js';
import { AddMu } from './add-mu.js';
import { InstallationFrame } from './installation-frame.js';
import type { Wallet } from './queries.js';
import classes from './wallet-page.module.css';

const route = getRouteApi('/installations/$id/wallet');

/** What the plugin has and uses, and at which rates. */
export function WalletPage(): ReactNode {
  const { t } = useTexts();
  const { id } = route.useParams();
  return (
    <InstallationFrame id={id} title={t('installation.wallet')} actions={() => <AddMu id={id} />}>
      {() => <WalletOf id={id} />}
    </InstallationFrame>
  );
}

function WalletOf({ id }: { id: string }): ReactNode {
  const { t } = useTexts();
  const wallet = useQuery(walletQuery(id));
  const manifest = useQuery(manifestQuery(id));
  if (wallet.error) return <ProblemNotice fills error={wallet.error} onRetry={() => void wallet.refetch()} />;
  if (wallet.data === undefined)
    return (
      <Panel title={t('installation.wallet')}>
        <SkeletonLine width="long" />
      </Panel>
    );
  if (wallet.data === null)
    return (
      <EmptyState icon={<WalletCards />} title={t('installation.wallet.none')}>
        {t('installation.wallet.none.what')}
      </EmptyState>
    );
  return (
    <>
      <Balance wallet={wallet.data} />
      <Month wallet={wallet.data} />
      <PlanOf id={id} wallet={wallet.data} manifest={manifest.data && manifestOf(manifest.data.manifest)} />
      <Totals wallet={wallet.data} />
    </>
  );
}

function Balance({ wallet }: { wallet: Wallet }): ReactNode {
  const { t, language } = useTexts();
  const tiles = [
    ['available', wallet.available],
    ['held', wallet.held],
    ['consumed', wallet.month.consumed],
  ] as const;
  return (
    <dl className={classes.tiles}>
      {tiles.map(([name, mu]) => (
        <div key={name}>
          <dt>{t(`installation.wallet.${name}`)}</dt>
          <dd>
            {muNumber(mu, language)} <small>MU</small>
          </dd>
          <dd className={classes.means}>{t(`installation.wallet.${name}.means`)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A month of the usage is a Gregorian one, cut at midnight in Tehran; people read its first and last day. */
function Month({ wallet: { month } }: { wallet: Wallet }): ReactNode {
  const { t, language } = useTexts();
  const last = new Date(Date.parse(month.ends_at) - 1);
  return (
    <Panel
      title={t('installation.month')}
      note={t('installation.month.days', { from: day(new Date(month.starts_at), language), to: day(last, language) })}
    >
      <Facts
        facts={[
          [t('installation.wallet.consumed_all'), muText(month.consumed, language)],
          [t('installation.wallet.purchased'), muText(month.purchased, language)],
          [t('installation.wallet.gifted'), muText(month.gifted, language)],
        ]}
      />
    </Panel>
  );
}

function PlanOf({
  id,
  wallet: { plan },
  manifest,
}: {
  id: string;
  wallet: Wallet;
  manifest: PluginManifest | undefined;
}): ReactNode {
  const { t, language } = useTexts();
  if (plan === null) return null;
  const named = manifest?.plans?.find(({ key }) => key === plan.key);
  const serviceName = (key: string): string =>
    inLanguage(manifest?.services?.find((service) => service.key === key)?.names, language) ?? key;
  return (
    <Panel
      title={t('installation.plan')}
      note={<bdi>{inLanguage(named?.names, language) ?? plan.key}</bdi>}
      actions={
        <Link to="/installations/$id/settings" params={{ id }} className={buttonLink()}>
          {t('installation.plan.change')}
        </Link>
      }
    >
      <Facts
        facts={Object.entries(plan.rates).map(([service, rate]) => [
          serviceName(service),
          <>
            {t('installation.rate', { mu: muText(rate, language) })} <Code soft>{service}</Code>
          </>,
        ])}
      />
    </Panel>
  );
}

function Totals({ wallet: { totals, as_of } }: { wallet: Wallet }): ReactNode {
  const { t, language } = useTexts();
  const shown = [
    ['purchased', totals.purchased],
    ['gifted', totals.gifted],
    ['consumed_all', totals.consumed],
    ['reversed', totals.reversed],
    ['revoked', totals.revoked],
  ] as const;
  return (
    <Panel
      title={t('installation.totals')}
      note={t('installation.totals.as_of', { at: day(new Date(as_of), language) })}
    >
      <Facts
        facts={shown
          .filter(([name, mu]) => mu !== '0' || (name !== 'reversed' && name !== 'revoked'))
          .map(([name, mu]) => [t(`installation.wallet.${name}`), muText(mu, language)])}
      />
    </Panel>
  );
}
