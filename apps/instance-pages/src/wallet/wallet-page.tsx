import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Plus, Snowflake, WalletCards } from '@kushk/ui/icons';
import { useState, type ReactNode } from 'react';
import { Button, EmptyState, lazyPart, ProblemNotice, useTexts } from '@kushk/ui';
import { InstallationFrame } from '../installation/installation-frame.js';
import { AdminsOnly } from '../organisation/admins-only.js';
import { useMe } from '../organisation/me.js';
import { walletQuery } from '../store/queries.js';
import { Composition, Tiles } from './balance.js';
import { EntriesPanel } from './entries-panel.js';
import { HistoryPanel } from './history-panel.js';
import { HoldsPanel } from './holds-panel.js';
import { MonthPanel } from './month-panel.js';
import { PlanPanel } from './plan-panel.js';
import { openHoldsQuery, type Wallet } from './queries.js';
import type { OpenDialog, OpenedDialog } from './wallet-dialog-state.js';
import { WalletNotices } from './wallet-notices.js';
import { WalletSkeleton } from './wallet-skeleton.js';
import classes from './wallet.module.css';

const route = getRouteApi('/installations/$id/wallet');
const WalletDialog = lazyPart(async () => (await import('./wallet-dialog.js')).WalletDialog);

/** What a plugin has and uses, what limits it, and what an admin can do about it. */
export function WalletPage(): ReactNode {
  const { t } = useTexts();
  const { id } = route.useParams();
  const { isAdmin } = useMe();
  const wallet = useQuery({ ...walletQuery(id), enabled: isAdmin });
  // Awaited with the wallet, so that the page below does not move when they come.
  const holds = useInfiniteQuery({ ...openHoldsQuery(id), enabled: isAdmin });
  const [opened, setOpened] = useState<OpenedDialog | null>(null);
  return (
    <InstallationFrame
      id={id}
      title={t('installation.wallet')}
      actions={() => wallet.data && <HeadActions wallet={wallet.data} onOpen={setOpened} />}
    >
      {() =>
        !isAdmin ? (
          <AdminsOnly />
        ) : wallet.error ? (
          <ProblemNotice fills error={wallet.error} onRetry={() => wallet.refetch()} />
        ) : wallet.data === undefined || holds.isPending ? (
          <WalletSkeleton />
        ) : wallet.data === null ? (
          <EmptyState icon={<WalletCards />} title={t('wallet.none')}>
            {t('wallet.none.what')}
          </EmptyState>
        ) : (
          <>
            <WalletOf id={id} wallet={wallet.data} onOpen={setOpened} />
            <WalletDialog
              id={id}
              wallet={wallet.data}
              opened={opened}
              isOpen={opened !== null}
              onClose={() => setOpened(null)}
            />
          </>
        )
      }
    </InstallationFrame>
  );
}

interface WalletOfProps {
  readonly id: string;
  readonly wallet: Wallet;
  readonly onOpen: OpenDialog;
}

function WalletOf({ id, wallet, onOpen }: WalletOfProps): ReactNode {
  return (
    <>
      <WalletNotices wallet={wallet} onOpen={onOpen} />
      <Tiles wallet={wallet} />
      <div className={classes.pair}>
        <MonthPanel id={id} wallet={wallet} onOpen={onOpen} />
        <Composition wallet={wallet} onOpen={onOpen} />
      </div>
      <HistoryPanel id={id} month={wallet.month.month} />
      <HoldsPanel id={id} wallet={wallet} />
      <PlanPanel id={id} wallet={wallet} />
      <EntriesPanel id={id} wallet={wallet} onOpen={onOpen} />
    </>
  );
}

/** A further status must decide here. */
const canBeFrozen: Readonly<Record<Wallet['status'], boolean>> = { open: true, frozen: false, closed: false };

function HeadActions({ wallet, onOpen }: Omit<WalletOfProps, 'id'>): ReactNode {
  const { t } = useTexts();
  return (
    <>
      {canBeFrozen[wallet.status] && (
        <Button onPress={() => onOpen({ kind: 'freeze' })}>
          <Snowflake aria-hidden="true" />
          {t('wallet.freeze')}
        </Button>
      )}
      <Button look="primary" onPress={() => onOpen({ kind: 'add' })}>
        <Plus aria-hidden="true" />
        {t('wallet.add')}
      </Button>
    </>
  );
}
