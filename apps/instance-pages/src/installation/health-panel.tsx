import { useQuery } from '@tanstack/react-query';
import { RotateCw, Send, Wrench, Zap, type Icon } from '@kushk/ui/icons';
import type { ReactNode } from 'react';
import { Button, digits, moment, Panel, ProblemNotice, showToast, SkeletonLine, StateDot, useTexts } from '@kushk/ui';
import { healthQuery, installationQuery } from '../store/queries.js';
import classes from './health-panel.module.css';
import { useResumeDeliveries, type ChannelHealth } from './queries.js';
import { CHANNELS, channelState, healthTones, isCalled, knownError, type ChannelName } from './status.js';

const icons: Readonly<Record<ChannelName, Icon>> = { lifecycle: Zap, events: Send, tools: Wrench };

/** What works, what does not, why, and what happens next without anybody doing anything. */
export function HealthPanel({ id }: { id: string }): ReactNode {
  const { t } = useTexts();
  const health = useQuery(healthQuery(id));
  const { data: installation } = useQuery(installationQuery(id));
  const polls = installation?.delivery === 'poll';
  const isOff = installation !== undefined && !isCalled(installation.status);
  const isExternal = installation?.kind === 'external';
  return (
    <Panel title={t('installation.health')} note={t('installation.health.live')} flush>
      {health.error ? (
        <ProblemNotice error={health.error} onRetry={() => health.refetch()} />
      ) : (
        <ul className={classes.lines} aria-busy={health.isPending}>
          {CHANNELS.filter((name) => !polls || name !== 'lifecycle').map((name) => {
            const channel = health.data?.[name];
            return channel === undefined ? (
              <li key={name} className={classes.line}>
                <SkeletonLine width="long" />
              </li>
            ) : (
              <Line key={name} {...{ id, name, channel, isOff, isExternal }} polls={polls && name === 'events'} />
            );
          })}
        </ul>
      )}
    </Panel>
  );
}

interface LineProps {
  readonly id: string;
  readonly name: ChannelName;
  readonly channel: ChannelHealth;
  /** Whether the plugin polls what the channel would push. */
  readonly polls: boolean;
  /** Whether the plugin gets no calls now, because it is paused or suspended. */
  readonly isOff: boolean;
  /** Whether the publisher runs the plugin. */
  readonly isExternal: boolean;
}

function Line({ id, name, channel, polls, isOff, isExternal }: LineProps): ReactNode {
  const { t } = useTexts();
  const Icon = icons[name];
  const state = channelState(channel);
  const resume = useResumeDeliveries(id);
  const next = useNext(name, channel, isOff);
  // A tool call is not repeated, so there is nothing to send again.
  const mayResume = !isOff && name !== 'tools' && (channel.state === 'stopped' || channel.state === 'open');
  return (
    <li className={classes.line}>
      <b>
        <Icon aria-hidden="true" />
        {t(`installation.channel.${name}`)}
      </b>
      <StateDot tone={healthTones[state]}>{t(`installation.health.${state}`)}</StateDot>
      <div className={classes.words}>
        <Past channel={channel} polls={polls} />
        {next !== null && (
          <p>
            <span className={classes.next}>{t('installation.next')}</span> {next}
          </p>
        )}
        {isExternal && healthTones[state] !== 'good' && channel.last_error !== null && (
          <p>{t('installation.health.advice')}</p>
        )}
        {resume.error && <ProblemNotice error={resume.error} title={t('installation.not_resumed')} />}
      </div>
      {mayResume && (
        <Button
          isPending={resume.isPending}
          onPress={() =>
            resume.mutate(undefined, {
              onSuccess: (health) => showToast({ tone: 'neutral', message: t(resumedText(health[name])) }),
            })
          }
        >
          <RotateCw aria-hidden="true" />
          {t(channel.ended_by === 'resume' ? 'installation.resume_deliveries' : 'installation.try_now')}
        </Button>
      )}
    </li>
  );
}

/** A resume calls nothing by itself: it sends what waits, and otherwise only the next call shows what it brought. */
const resumedText = ({ next_attempt_at: at }: ChannelHealth) =>
  at === null ? 'installation.resumed.nothing_waits' : 'installation.resumed';

/** What happened and why. */
function Past({ channel, polls }: Pick<LineProps, 'channel' | 'polls'>): ReactNode {
  const { t, language } = useTexts();
  const { state, since, last_success_at, last_error } = channel;
  const reason = useReason(last_error);
  const shown = channelState(channel);
  if (shown === 'unanswered' || shown === 'unproven')
    return (
      <p>
        {t(`installation.health.${shown}.what`, {
          at: last_error === null ? '' : moment(new Date(last_error.at), language),
        })}{' '}
        {reason}
      </p>
    );
  if (state === 'ok')
    return (
      <p>
        {last_success_at === null
          ? t(polls ? 'installation.health.never_polled' : 'installation.health.no_call')
          : t(polls ? 'installation.health.polled' : 'installation.health.last', {
              at: moment(new Date(last_success_at), language),
            })}
      </p>
    );
  const text = t(`installation.health.${state}.what`, {
    at: since === null ? '' : moment(new Date(since), language),
  });
  return (
    <p>
      {text} {reason}
    </p>
  );
}

/** Why the last call failed, in words. */
export function useReason(error: { readonly status: number | null; readonly error: string } | null): string | null {
  const { t, language } = useTexts();
  if (error === null) return null;
  if (error.status !== null) return t('installation.error.status', { status: digits(error.status, language) });
  const known = knownError(error.error);
  return known === null ? t('installation.error.other', { code: error.error }) : t(`installation.error.${known}`);
}

/** What ends the state, and what becomes of the calls until then. */
function useNext(name: ChannelName, channel: ChannelHealth, isOff: boolean): string | null {
  const { t, language } = useTexts();
  const { next_attempt_at, ended_by } = channel;
  const state = channelState(channel);
  if (state === 'ok' || state === 'unused') return null;
  if (isOff) return t('installation.next.off');
  if ((state === 'unanswered' || state === 'unproven') && next_attempt_at === null)
    return t('installation.next.waiting');
  if (ended_by === 'poll') return t('installation.next.poll');
  if (ended_by === 'resume') return t(`installation.next.${name === 'lifecycle' ? 'lifecycle' : 'events'}.resume`);
  const at = next_attempt_at === null ? '' : moment(new Date(next_attempt_at), language);
  if (name === 'tools') return t('installation.next.tools', { at });
  return at === '' ? t('installation.next.waiting') : t('installation.next.probe', { at });
}
