import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { digits, muText, Notice, useTexts } from '@kushk/ui';
import { increase } from '../mu.js';
import type { PluginManifest } from '../manifest.js';
import { walletMonthsQuery } from '../queries.js';
import { costOfUse } from './cost-of-use.js';
import { serviceName } from './plan-names.js';

interface CostNoticeProps {
  readonly id: string;
  readonly manifest: PluginManifest;
  /** MU per unit, by service: the rates to which the admin would consent. */
  readonly rates: Readonly<Record<string, string>>;
}

/** What the use of last month would cost at new rates; nothing while there is no use. */
export function CostNotice({ id, manifest, rates }: CostNoticeProps): ReactNode {
  const { t, language } = useTexts();
  const cost = costOfUse(useQuery(walletMonthsQuery(id)).data ?? [], rates);
  if (cost === null) return null;
  const { month, before, after, unrated } = cost;
  const share = increase(before, after);
  const percent =
    share === null
      ? ''
      : ` \u2068(${digits(share, language, { style: 'percent', signDisplay: 'exceptZero', maximumFractionDigits: 1 })})\u2069`;
  return (
    <Notice
      tone={Number(after) > Number(before) ? 'warn' : 'info'}
      title={t(`store.cost.${month}`, { after: muText(after, language) + percent })}
    >
      <p>{t(`store.cost.${month}.before`, { before: muText(before, language) })}</p>
      {unrated.length > 0 && (
        <p>
          {t('store.cost.unrated', {
            services: unrated.map((key) => serviceName(manifest, key, language)).join(t('store.join')),
          })}
        </p>
      )}
    </Notice>
  );
}
