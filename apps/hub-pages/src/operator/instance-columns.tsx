import type { ReactNode } from 'react';
import {
  Button,
  Code,
  day,
  digits,
  moment,
  span,
  StateDot,
  useNow,
  useTexts,
  type ColumnOf,
  type Tone,
} from '@kushk/ui';
import classes from './operator.module.css';
import type { Instance } from './queries.js';

const tones = { unconnected: 'neutral', current: 'good', lagging: 'info', silent: 'bad' } as const satisfies Record<
  string,
  Tone
>;

/** `onAction` null: the person may not change instances. */
export function useInstanceColumns(
  onAction: ((action: 'rotate' | 'remove', instance: Instance) => void) | null,
): readonly ColumnOf<Instance>[] {
  const { t, language } = useTexts();
  const button = (action: 'rotate' | 'remove', instance: Instance): ReactNode => (
    <Button
      look="quiet"
      aria-label={t(`operator.instances.${action}.title`, { name: instance.name })}
      onPress={() => onAction?.(action, instance)}
    >
      {t(`operator.instances.${action}`)}
    </Button>
  );
  return [
    {
      key: 'name',
      title: t('operator.instance'),
      isRowHeader: true,
      cell: ({ id, name }) => (
        <span className={classes.stack}>
          <bdi className={classes.name}>{name}</bdi>
          <Code soft>{id}</Code>
        </span>
      ),
    },
    { key: 'health', title: t('operator.instances.health'), cell: ({ health }) => <Health health={health} /> },
    { key: 'api', title: t('operator.instances.api'), wideOnly: true, cell: (one) => <Code>{one.plugin_api}</Code> },
    {
      key: 'software',
      title: t('operator.instances.software'),
      wideOnly: true,
      cell: ({ software_version: version }) =>
        version === null ? (
          <span className={classes.soft}>{t('operator.instances.software.unknown')}</span>
        ) : (
          <Code>{version}</Code>
        ),
    },
    {
      key: 'report',
      title: t('operator.instances.report'),
      wideOnly: true,
      cell: ({ health: { last_report_at: at } }) => <LastAnswer at={at} />,
    },
    {
      key: 'account',
      title: t('operator.instances.account'),
      wideOnly: true,
      cell: ({ has_account }) => t(has_account ? 'operator.instances.account.yes' : 'operator.instances.account.no'),
    },
    {
      key: 'registered',
      title: t('operator.instances.registered'),
      wideOnly: true,
      cell: (one) => day(new Date(one.registered_at), language),
    },
    {
      key: 'actions',
      title: t('operator.actions'),
      atEnd: true,
      cell: (one) =>
        onAction !== null && (
          <span className={classes.buttons}>
            {one.has_account && button('rotate', one)}
            {button('remove', one)}
          </span>
        ),
    },
  ];
}

const JUST_NOW_SECONDS = 60;

/** When the instance last answered, and how long ago: a status says little without the age of what it is based on. */
function LastAnswer({ at }: { readonly at: string | null }): ReactNode {
  const { t, language } = useTexts();
  const now = useNow();
  if (at === null) return <span className={classes.soft}>{t('operator.instances.never')}</span>;
  const seconds = (now - Date.parse(at)) / 1_000;
  return (
    <span className={classes.stack}>
      <time dateTime={at}>{moment(new Date(at), language)}</time>
      <span className={classes.soft}>
        {seconds < JUST_NOW_SECONDS
          ? t('operator.instances.just_now')
          : t('operator.instances.ago', { span: span(seconds, language) })}
      </span>
    </span>
  );
}

function Health({ health: { state, waiting, waiting_since, last_report_at } }: Pick<Instance, 'health'>): ReactNode {
  const { t, language } = useTexts();
  return (
    <span className={classes.stack}>
      <StateDot tone={tones[state]}>{t(`operator.instances.health.${state}`)}</StateDot>
      {state !== 'unconnected' && waiting > 0 && waiting_since !== null && (
        <span className={classes.soft}>
          {t('operator.instances.waiting', {
            count: waiting,
            shown: digits(waiting, language),
            since: moment(new Date(waiting_since), language),
          })}
        </span>
      )}
      <span className={classes.narrow}>
        {t('operator.instances.report')}:
        <LastAnswer at={last_report_at} />
      </span>
    </span>
  );
}
