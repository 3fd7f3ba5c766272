import { Check, ChevronDown, CirclePause, RotateCw, X } from '@kushk/ui/icons';
import { useState, type ReactNode } from 'react';
import { Button, Code, digits, moment, ProblemNotice, showToast, StateDot, useTexts } from '@kushk/ui';
import { callName } from './call-names.js';
import classes from './delivery-row.module.css';
import { useReason } from './health-panel.js';
import { useRedeliver, type Attempt, type Delivery } from './queries.js';
import { deliveryTones, mayRedeliver } from './status.js';

const GONE = 410;

interface DeliveryRowProps {
  readonly installationId: string;
  readonly delivery: Delivery;
  /** Whether the plugin polls its events. */
  readonly polls: boolean;
}

export function DeliveryRow({ installationId, delivery, polls }: DeliveryRowProps): ReactNode {
  const { t, language } = useTexts();
  const [isOpen, setOpen] = useState(false);
  const details = `${delivery.id}-attempts`;
  const name = callName(delivery);
  return (
    <li>
      <button
        type="button"
        className={classes.delivery}
        aria-expanded={isOpen}
        aria-controls={details}
        onClick={() => setOpen(!isOpen)}
      >
        <ChevronDown className={isOpen ? '' : classes.closed} aria-hidden="true" />
        <span className={classes.what}>
          {name === null ? <Code>{delivery.type}</Code> : <span>{t(name)}</span>}
          {name !== null && <Code soft>{delivery.type}</Code>}
        </span>
        <span className={classes.kind}>{t(`installation.delivery.${delivery.channel}`)}</span>
        <StateDot tone={deliveryTones[delivery.status]}>{t(`installation.delivery.${delivery.status}`)}</StateDot>
        <span className={classes.count}>{t('installation.attempts', { count: delivery.attempt_count })}</span>
        <time dateTime={delivery.created_at}>{moment(new Date(delivery.created_at), language)}</time>
      </button>
      <div id={details} hidden={!isOpen} className={classes.attempts}>
        {isOpen && <Details installationId={installationId} delivery={delivery} polls={polls} />}
      </div>
    </li>
  );
}

function Details({ installationId, delivery, polls }: DeliveryRowProps): ReactNode {
  const { t, language } = useTexts();
  const redeliver = useRedeliver(installationId);
  const { attempts, attempt_count, next_attempt_at, waits_for } = delivery;
  return (
    <>
      <Code soft>{delivery.id}</Code>
      {attempts.length === 0 ? (
        <p>
          {t(polls && delivery.channel === 'event' ? 'installation.attempts.polled' : 'installation.attempts.none')}
        </p>
      ) : (
        <ol>
          {attempts.map((attempt) => (
            <AttemptItem key={attempt.attempt} attempt={attempt} />
          ))}
        </ol>
      )}
      {attempt_count > attempts.length && attempts.length > 0 && (
        <p>{t('installation.attempts.newest', { count: attempts.length })}</p>
      )}
      {delivery.status === 'waiting' && (
        <p>
          {waits_for !== null
            ? t(`installation.waits.${waits_for}`)
            : next_attempt_at !== null &&
              t('installation.waits.until', { at: moment(new Date(next_attempt_at), language) })}
        </p>
      )}
      {redeliver.error && <ProblemNotice error={redeliver.error} />}
      {!polls && mayRedeliver(delivery) && (
        <Button
          isPending={redeliver.isPending}
          onPress={() =>
            redeliver.mutate(delivery.event_id ?? delivery.id, {
              onSuccess: () => showToast({ tone: 'good', message: t('installation.redelivered') }),
            })
          }
        >
          <RotateCw aria-hidden="true" />
          {t('installation.redeliver')}
        </Button>
      )}
    </>
  );
}

function AttemptItem({ attempt }: { attempt: Attempt }): ReactNode {
  const { t, language } = useTexts();
  const { attempt: number, at, status, error, duration_ms, response } = attempt;
  const reason = useReason(error === null ? null : { status, error });
  const isGood = error === null;
  const Icon = isGood ? Check : status === GONE ? CirclePause : X;
  return (
    <li>
      <Icon className={isGood ? classes.good : classes.bad} aria-hidden="true" />
      <span>{t('installation.attempt', { number })}</span>
      <time dateTime={at}>{moment(new Date(at), language)}</time>
      <Code>{status === null ? '—' : String(status)}</Code>
      <span className={classes.reason}>{reason ?? t('installation.accepted')}</span>
      <span className={classes.ms}>{t('installation.ms', { ms: digits(Math.round(duration_ms), language) })}</span>
      {response !== null && response !== '' && (
        <details className={classes.response}>
          <summary>{t('installation.response')}</summary>
          <pre dir="ltr" tabIndex={0}>
            {response}
          </pre>
        </details>
      )}
    </li>
  );
}
