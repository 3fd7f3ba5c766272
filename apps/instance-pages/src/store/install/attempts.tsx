import type { ReactNode } from 'react';
import { Code, digits, moment, Notice, Panel, useTexts } from '@kushk/ui';
import { useReason } from '../../installation/health-panel.js';
import type { PluginManifest } from '../manifest.js';
import type { ChannelHealth, Delivery } from '../queries.js';
import classes from './progress-page.module.css';
import type { Stage } from './stage.js';

const LIFECYCLE_PATH = '/service/lifecycle';

/** Whether the plugin runs where the admin can start it, as in development. */
export const isLocal = (plugin: PluginManifest | null): boolean =>
  /^https?:\/\/(localhost|127\.|\[::1\])/.test(plugin?.base_url ?? '');

interface WhatWentWrongProps {
  readonly stage: Stage;
  readonly health: ChannelHealth;
  readonly call: Delivery | null;
  readonly plugin: PluginManifest | null;
  readonly publisher: string;
}

/** What an admin can do, and then what the plugin answered, or why no answer came. */
export function WhatWentWrong({ stage, health, call, plugin, publisher }: WhatWentWrongProps): ReactNode {
  const { t } = useTexts();
  const { last_error: last } = health;
  const status = last?.status ?? null;
  const reason = useReason(last);
  return (
    <Notice tone="bad" title={t(status === null ? 'store.wrong.no_answer' : 'store.wrong.answer')}>
      {!isLocal(plugin) && (
        <p>{t(stage === 'stopped' ? 'store.wrong.report.ended' : 'store.wrong.report', { publisher })}</p>
      )}
      <p>{t('store.wrong.lost')}</p>
      <p>
        {status !== null ? t('store.wrong.status', { status: String(status) }) : reason}{' '}
        {t('store.wrong.attempts', { count: call?.attempt_count ?? 1 })}
      </p>
      {plugin?.base_url !== undefined && (
        <p>
          {t('store.wrong.address')} <Code breaks>{plugin.base_url + LIFECYCLE_PATH}</Code>
        </p>
      )}
    </Notice>
  );
}

/** The newest attempts to bring the credentials. */
export function Attempts({ call }: { call: Delivery }): ReactNode {
  const { t } = useTexts();
  return (
    <Panel title={t('store.attempts')} note={t('store.attempts.count', { count: call.attempt_count })} flush>
      <div className={classes.scroll} tabIndex={0} role="group" aria-label={t('store.attempts')}>
        <table className={classes.attempts}>
          <thead>
            <tr>
              <th scope="col">{t('store.attempt')}</th>
              <th scope="col">{t('store.attempt.at')}</th>
              <th scope="col">{t('store.attempt.answer')}</th>
              <th scope="col">{t('store.attempt.duration')}</th>
            </tr>
          </thead>
          <tbody>
            {call.attempts.toReversed().map((attempt) => (
              <AttemptRow key={attempt.attempt} attempt={attempt} />
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  );
}

function AttemptRow({ attempt }: { attempt: Delivery['attempts'][number] }): ReactNode {
  const { t, language } = useTexts();
  const { status, error } = attempt;
  const reason = useReason(error === null ? null : { status, error });
  return (
    <tr>
      <td>{digits(attempt.attempt, language)}</td>
      <td>
        <time dateTime={attempt.at}>{moment(new Date(attempt.at), language)}</time>
      </td>
      <td>{status === null ? reason : <Code>{`HTTP ${status}`}</Code>}</td>
      <td>{t('store.attempt.ms', { count: Math.round(attempt.duration_ms) })}</td>
    </tr>
  );
}
