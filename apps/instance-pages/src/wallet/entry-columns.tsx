import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Button, digits, muNumber, muText, StateDot, useTexts, type ColumnOf, type Tone } from '@kushk/ui';
import { momentWithYear } from '../records/times.js';
import type { ShownEntry } from './shown-entry.js';
import { useServiceName } from './use-service-name.js';
import type { OpenDialog } from './wallet-dialog-state.js';
import { useWho } from './who.js';
import classes from './wallet.module.css';

interface KindLook {
  readonly tone: Tone;
  /** Empty: MU are only reserved or returned, the plugin has neither got nor used any. */
  readonly sign: '+' | '−' | '';
}

const looks: Readonly<Record<ShownEntry['kind'], KindLook>> = {
  purchase: { tone: 'good', sign: '+' },
  gift: { tone: 'violet', sign: '+' },
  reversal: { tone: 'good', sign: '+' },
  carried_in: { tone: 'good', sign: '+' },
  charge: { tone: 'accent', sign: '−' },
  consumption: { tone: 'accent', sign: '−' },
  settle: { tone: 'accent', sign: '−' },
  revocation: { tone: 'warn', sign: '−' },
  carried_out: { tone: 'warn', sign: '−' },
  hold: { tone: 'neutral', sign: '' },
  release: { tone: 'neutral', sign: '' },
  expiry: { tone: 'neutral', sign: '' },
};

/** `onOpen` is absent for those who may not give a consumption back. */
export function useEntryColumns(id: string, onOpen: OpenDialog | undefined): readonly ColumnOf<ShownEntry>[] {
  const { t, language } = useTexts();
  const time = ({ at }: ShownEntry): ReactNode => <time dateTime={at}>{momentWithYear(new Date(at), language)}</time>;
  return [
    {
      key: 'kind',
      title: t('wallet.entries.kind'),
      isRowHeader: true,
      cell: (entry) => (
        <span className={classes.what}>
          <StateDot tone={looks[entry.kind].tone}>{t(`wallet.entry.${entry.kind}`)}</StateDot>
          <About id={id} entry={entry} />
          <small className={classes.narrow}>{time(entry)}</small>
          <span className={classes.narrow}>
            <GiveBack entry={entry} onOpen={onOpen} />
          </span>
        </span>
      ),
    },
    { key: 'at', title: t('wallet.entries.at'), wideOnly: true, cell: time },
    { key: 'mu', title: t('wallet.entries.mu'), atEnd: true, cell: (entry) => <Amount entry={entry} /> },
    {
      key: 'after',
      title: t('wallet.entries.after'),
      wideOnly: true,
      atEnd: true,
      cell: ({ available_after: mu }) => muNumber(mu, language),
    },
    {
      key: 'do',
      title: t('wallet.entries.do'),
      wideOnly: true,
      atEnd: true,
      cell: (entry) => <GiveBack entry={entry} onOpen={onOpen} />,
    },
  ];
}

/** For what, by whom, and the plugin's own reference. */
function About({ id, entry }: { id: string; entry: ShownEntry }): ReactNode {
  const { t, language } = useTexts();
  const who = useWho();
  const nameOf = useServiceName(id);
  const { service, count, rate, by, hold } = entry;
  return (
    <>
      {service !== null && (
        <span>
          <bdi>{nameOf(service)}</bdi>{' '}
          {count !== null && rate !== null && (
            <span className={classes.soft}>
              {t('wallet.entry.count', { count: digits(count, language), rate: muText(rate, language) })}
            </span>
          )}
        </span>
      )}
      {hold !== null && (
        <small className={classes.soft}>
          {t(hold.released === '0' ? 'wallet.entry.of_hold' : 'wallet.entry.of_hold_and_rest', {
            at: momentWithYear(new Date(hold.at), language),
            held: muText(hold.mu, language),
            released: muText(hold.released, language),
          })}
        </small>
      )}
      {by !== 'plugin' && by !== 'system' && <small>{who(by)}</small>}
      <Reference entry={entry} />
    </>
  );
}

const CASE = /^cas_[0-9a-z]{26}$/;
const PROPOSAL = /^prp_[0-9a-z]{26}$/;

/** The plugin's own text; a case or a proposal that it names is a link. A reversal refers to its charge, an id. */
function Reference({ entry: { reference, kind } }: { entry: ShownEntry }): ReactNode {
  const { t } = useTexts();
  if (reference === null || kind === 'reversal') return null;
  if (CASE.test(reference))
    return (
      <Link to="/cases/$id" params={{ id: reference }}>
        {t('wallet.entry.case')}
      </Link>
    );
  if (PROPOSAL.test(reference))
    return (
      <Link to="/inbox/{-$id}" params={{ id: reference }}>
        {t('wallet.entry.proposal')}
      </Link>
    );
  return (
    <small dir="auto" className={classes.soft}>
      {reference}
    </small>
  );
}

function Amount({ entry: { kind, mu } }: { entry: ShownEntry }): ReactNode {
  const { language } = useTexts();
  const { sign } = looks[kind];
  return (
    <bdi dir="ltr" className={sign === '+' ? classes.gained : sign === '' ? classes.soft : undefined}>
      {sign}
      {muNumber(mu, language)}
    </bdi>
  );
}

interface GiveBackProps {
  readonly entry: ShownEntry;
  readonly onOpen: OpenDialog | undefined;
}

function GiveBack({ entry, onOpen }: GiveBackProps): ReactNode {
  const { t } = useTexts();
  if (entry.reversed_by !== null) return <span className={classes.soft}>{t('wallet.reversed')}</span>;
  const isCharge = entry.kind === 'charge' || entry.kind === 'consumption' || entry.kind === 'settle';
  if (!isCharge || entry.mu === '0' || onOpen === undefined) return null;
  return <Button onPress={() => onOpen({ kind: 'reverse', entry })}>{t('wallet.reverse')}</Button>;
}
