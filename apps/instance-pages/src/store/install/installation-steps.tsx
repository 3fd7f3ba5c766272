import { Check, X } from '@kushk/ui/icons';
import type { ReactNode } from 'react';
import { moment, muText, nowMs, useTexts } from '@kushk/ui';
import type { Delivery, Installation } from '../queries.js';
import classes from './progress-page.module.css';
import type { Stage } from './stage.js';

type StepState = 'done' | 'now' | 'failed' | 'later';

interface StepsProps {
  readonly stage: Stage;
  /** Whether an admin has read the credentials of a plugin that did not answer. */
  readonly isRead: boolean;
  readonly installation: Installation;
  readonly wallet: { readonly available: string } | null;
  readonly call: Delivery | null;
  readonly nextAttemptAt: string | null;
}

/** Consent, wallet, credentials, answer. */
export function InstallationSteps({ stage, isRead, installation, wallet, call, nextAttemptAt }: StepsProps): ReactNode {
  const { t, language } = useTexts();
  const isInstalled = stage === 'installed';
  const isFailed = stage === 'failing' || stage === 'stopped';
  const isOpen = isInstalled || wallet !== null;
  const at = (text: string | null) => (text === null ? undefined : moment(new Date(text), language));
  const { delivery, credentials_until: until } = installation;
  const isUnread = stage === 'to_read' && until !== null && Date.parse(until) <= nowMs();
  const sending: StepState = isInstalled ? 'done' : isFailed || isUnread ? 'failed' : isOpen ? 'now' : 'later';
  const next = at(nextAttemptAt);
  const attempts = call?.attempt_count ?? 0;
  return (
    <ol className={classes.steps}>
      <Step state="done" title={t('store.step.consent')} end={at(installation.created_at)} />
      <Step
        state={isOpen ? 'done' : stage === 'removed' ? 'later' : 'now'}
        title={t(isOpen ? 'store.step.wallet' : 'store.step.wallet_opens')}
        text={wallet !== null && wallet.available !== '0' ? muText(wallet.available, language) : undefined}
      />
      <Step
        state={sending}
        title={t(
          sending === 'done'
            ? isRead
              ? 'store.step.read'
              : 'store.step.sent'
            : delivery === 'poll'
              ? 'store.step.to_read'
              : isFailed
                ? 'store.step.sent_failed'
                : 'store.step.sending',
        )}
        text={
          isInstalled
            ? undefined
            : isUnread
              ? t('store.step.ended_unread', { at: at(until) ?? '' })
              : stage === 'stopped'
                ? t('store.step.ended', { count: attempts })
                : isFailed && next !== undefined
                  ? t('store.step.again', { count: attempts, at: next })
                  : undefined
        }
      />
      <Step
        state={isInstalled ? 'done' : 'later'}
        title={t(delivery === 'poll' ? 'store.step.polls' : isRead ? 'store.step.not_answered' : 'store.step.answered')}
        end={isInstalled ? at(installation.installed_at) : undefined}
      />
    </ol>
  );
}

function Step({
  state,
  title,
  text,
  end,
}: {
  state: StepState;
  title: string;
  text?: string | undefined;
  end?: string | undefined;
}): ReactNode {
  const { t } = useTexts();
  return (
    <li className={`${classes.step} ${classes[state]}`} {...(state === 'now' && { 'aria-current': 'step' })}>
      <span className={classes.mark}>
        {state === 'done' && <Check aria-hidden="true" />}
        {state === 'failed' && <X aria-hidden="true" />}
        <span className="hidden-visually">{t(`store.step.state.${state}`)}</span>
      </span>
      <div>
        <b>{title}</b>
        {text !== undefined && <p>{text}</p>}
      </div>
      {end !== undefined && <time>{end}</time>}
    </li>
  );
}
