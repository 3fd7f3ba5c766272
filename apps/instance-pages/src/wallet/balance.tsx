import type { ReactNode } from 'react';
import { Button, Help, muNumber, muText, Panel, useTexts } from '@kushk/ui';
import { muColumn } from './mu-column.js';
import { isMore, isReached } from './amounts.js';
import { useMayCorrect } from './use-may-correct.js';
import type { Wallet } from './queries.js';
import type { OpenDialog } from './wallet-dialog-state.js';
import classes from './wallet.module.css';

const availableMeans = {
  open: 'wallet.tile.available.means',
  frozen: 'wallet.tile.available.frozen',
  closed: 'wallet.tile.available.closed',
} as const satisfies Record<Wallet['status'], string>;

/** The three figures that an admin looks for. */
export function Tiles({ wallet }: { wallet: Wallet }): ReactNode {
  const { t, language } = useTexts();
  const { status, budget, month, held } = wallet;
  const isSpent = status === 'open' && isReached(budget.monthly, { consumed: month.consumed, held });
  const tiles = [
    ['available', wallet.available, t(isSpent ? 'wallet.tile.available.budget' : availableMeans[wallet.status])],
    ['held', wallet.held, t('wallet.tile.held.means')],
    ['consumed', wallet.month.consumed, t('wallet.tile.consumed.means')],
  ] as const;
  return (
    <dl className={classes.tiles}>
      {tiles.map(([name, mu, means]) => (
        <div key={name}>
          <dt>
            {t(`wallet.tile.${name}`)}
            {name === 'held' && <Help term="hold" of={t('wallet.tile.held')} />}
          </dt>
          <dd>
            {muNumber(mu, language)} <small>MU</small>
            {name === 'available' && <Help term="mu" of="MU" />}
          </dd>
          <dd className={classes.means}>{means}</dd>
        </div>
      ))}
    </dl>
  );
}

const ADDED = ['purchased', 'gifted', 'reversed', 'carried_in'] as const;
const TAKEN = ['consumed', 'revoked', 'carried_out'] as const;
/** These are always shown; the others only when they are not 0. */
const USUAL: readonly string[] = ['purchased', 'gifted', 'consumed'];

interface CompositionProps {
  readonly wallet: Wallet;
  readonly onOpen: OpenDialog;
}

/** What the balance consists of, as a sum that can be checked: what came in, what went out, what is left. */
export function Composition({ wallet, onOpen }: CompositionProps): ReactNode {
  const { t, language } = useTexts();
  const mayCorrect = useMayCorrect();
  const { totals, held, available, remaining, threshold, low_threshold } = wallet;
  const number = muColumn([...Object.values(totals), held, available], language);
  const isShown = (name: (typeof ADDED)[number] | (typeof TAKEN)[number]): boolean =>
    USUAL.includes(name) || totals[name] !== '0';
  return (
    <Panel
      title={t('wallet.sum')}
      note={t('wallet.sum.since')}
      actions={
        mayCorrect &&
        isMore(available, '0') && <Button onPress={() => onOpen({ kind: 'revoke' })}>{t('wallet.revoke')}</Button>
      }
    >
      <dl className={classes.sum}>
        {ADDED.filter(isShown).map((name) => (
          <Line key={name} sign="+" name={t(`wallet.total.${name}`)} mu={totals[name]} number={number} />
        ))}
        {TAKEN.filter(isShown).map((name) => (
          <Line key={name} sign="−" name={t(`wallet.total.${name}`)} mu={totals[name]} number={number} />
        ))}
        {held !== '0' && <Line sign="−" name={t('wallet.total.held')} mu={held} number={number} />}
        <div className={classes.result}>
          <dt>{t('wallet.tile.available')}</dt>
          <dd>
            {number(available)}
            {'\u00a0'}MU
          </dd>
        </div>
      </dl>
      {isMore(remaining.gifted, '0') && (
        <p className={classes.note}>{t('wallet.sum.gifts', { mu: muText(remaining.gifted, language) })}</p>
      )}
      <p className={classes.line}>
        <span>
          {low_threshold === '0'
            ? t('wallet.threshold.tenth')
            : t(threshold === null ? 'wallet.threshold.default' : 'wallet.threshold.set', {
                mu: muText(low_threshold, language),
              })}
        </span>
        <Button onPress={() => onOpen({ kind: 'threshold' })}>{t('wallet.threshold.change')}</Button>
      </p>
    </Panel>
  );
}

interface LineProps {
  readonly sign: '+' | '−';
  readonly name: string;
  readonly mu: string;
  readonly number: (mu: string) => string;
}

function Line({ sign, name, mu, number }: LineProps): ReactNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <bdi dir="ltr">
          {mu !== '0' && <span className={classes.sign}>{sign}</span>}
          {number(mu)}
        </bdi>
      </dd>
    </div>
  );
}
