import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { buttonLink, Code, Facts, inLanguage, muText, Panel, useTexts } from '@kushk/ui';
import { manifestOf } from '../store/manifest.js';
import { manifestQuery } from '../store/queries.js';
import type { Wallet } from './queries.js';
import { useServiceName } from './use-service-name.js';

/** What each service costs. */
export function PlanPanel({ id, wallet: { plan } }: { id: string; wallet: Wallet }): ReactNode {
  const { t, language } = useTexts();
  const nameOf = useServiceName(id);
  const { data } = useQuery(manifestQuery(id));
  if (plan === null) return null;
  const named = data && manifestOf(data.manifest).plans?.find(({ key }) => key === plan.key);
  return (
    <Panel
      title={t('installation.plan')}
      note={<bdi>{inLanguage(named?.names, language) ?? plan.key}</bdi>}
      actions={
        <Link to="/installations/$id/settings" params={{ id }} className={buttonLink()}>
          {t('wallet.plan.change')}
        </Link>
      }
    >
      <Facts
        facts={Object.entries(plan.rates).map(([service, rate]) => [
          nameOf(service),
          <>
            {t('wallet.rate', { mu: muText(rate, language) })} <Code soft>{service}</Code>
          </>,
        ])}
      />
    </Panel>
  );
}
