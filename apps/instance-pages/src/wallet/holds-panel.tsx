import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Code, digits, ListPanel, moment, muText, useTexts, type ColumnOf } from '@kushk/ui';
import { openHoldsQuery, type Wallet, type WalletHold } from './queries.js';
import { useServiceName } from './use-service-name.js';
import classes from './wallet.module.css';

/** What the plugin has reserved for work that it has not finished. Nothing is shown when there is none. */
export function HoldsPanel({ id, wallet }: { id: string; wallet: Wallet }): ReactNode {
  const { t } = useTexts();
  const columns = useColumns(id);
  const isNeeded = wallet.held !== '0';
  const query = useInfiniteQuery({ ...openHoldsQuery(id), enabled: isNeeded });
  if (!isNeeded) return null;
  return (
    <ListPanel
      title={t('wallet.holds')}
      note={t('wallet.holds.what')}
      query={query}
      columns={columns}
      keyOf={({ id: hold }) => hold}
      empty={null}
    />
  );
}

function useColumns(id: string): readonly ColumnOf<WalletHold>[] {
  const { t, language } = useTexts();
  const nameOf = useServiceName(id);
  const until = ({ expires_at: at }: WalletHold): string =>
    t('wallet.holds.until', { at: moment(new Date(at), language) });
  return [
    {
      key: 'service',
      title: t('wallet.service'),
      isRowHeader: true,
      cell: (hold) => (
        <span className={classes.what}>
          <span>
            <bdi>{nameOf(hold.service)}</bdi>{' '}
            <span className={classes.soft}>{t('wallet.units', { count: digits(hold.count, language) })}</span>
          </span>
          {hold.reference !== null && (
            <Code soft breaks>
              {hold.reference}
            </Code>
          )}
          <small className={classes.narrow}>{until(hold)}</small>
        </span>
      ),
    },
    { key: 'until', title: t('wallet.holds.end'), wideOnly: true, cell: until },
    { key: 'held', title: t('wallet.tile.held'), atEnd: true, cell: ({ held }) => muText(held, language) },
  ];
}
