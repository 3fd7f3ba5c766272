import { Check, CircleAlert, Copy, Info, TriangleAlert } from '../icons/icons.generated.js';
import { useEffect, useState, type ReactNode } from 'react';
import { Button, IconButton } from '../controls/button.js';
import { Code } from '../data/panel.js';
import { useTexts } from '../language.js';
import { copyText } from './copy-text.js';
import classes from './feedback.module.css';

const icons = { info: Info, warn: TriangleAlert, bad: CircleAlert, good: Check, neutral: Info } as const;

interface NoticeProps {
  readonly tone: keyof typeof icons;
  readonly title: ReactNode;
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}

/** Says what happened, why, and what to do, in this order and in at most three sentences. */
export function Notice({ tone, title, actions, children }: NoticeProps): ReactNode {
  const Icon = icons[tone];
  return (
    <div className={`${classes.notice} ${classes[tone]}`} role={tone === 'bad' ? 'alert' : 'status'}>
      <Icon aria-hidden="true" />
      <div className={classes.words}>
        <b>{title}</b>
        {children}
      </div>
      {actions !== undefined && <div className={classes.actions}>{actions}</div>}
    </div>
  );
}

/** Content of an earlier search or filter while its successor is loaded: a line at its upper edge shows that. */
export function Updating({ isUpdating, children }: { isUpdating: boolean; children: ReactNode }): ReactNode {
  return (
    <div className={classes.updating} aria-busy={isUpdating}>
      {children}
    </div>
  );
}

interface EmptyStateProps {
  readonly icon: ReactNode;
  readonly title: string;
  readonly action?: ReactNode;
  readonly children: ReactNode;
  /** 1 when it is the whole page. */
  readonly level?: 1 | 2;
}

/** Shown in place of an empty list: why it is empty, and what to do. */
export function EmptyState({ icon, title, action, children, level = 2 }: EmptyStateProps): ReactNode {
  const Heading = `h${level}` as const;
  return (
    <div className={classes.empty}>
      <span className={classes.sign} aria-hidden="true">
        {icon}
      </span>
      <Heading>{title}</Heading>
      <p>{children}</p>
      {action}
    </div>
  );
}

/** Tries again what failed. A promise lasts as long as the attempt. */
export type Retry = () => unknown;

/** Shows that an attempt is under way: when it fails again, nothing else on the page changes. */
export function RetryButton({ onRetry, look = 'plain' }: { onRetry: Retry; look?: 'primary' | 'plain' }): ReactNode {
  const { t } = useTexts();
  const [isTrying, setTrying] = useState(false);
  const retry = async (): Promise<void> => {
    setTrying(true);
    try {
      await onRetry();
    } finally {
      setTrying(false);
    }
  };
  return (
    <Button look={look} isPending={isTrying} onPress={() => void retry()}>
      {t('again')}
    </Button>
  );
}

interface FailureProps {
  readonly title: string;
  /** Empty when no service responded. */
  readonly requestId: string;
  readonly onRetry?: Retry;
  readonly children: ReactNode;
  /** 1 when it is the whole page. */
  readonly level?: 1 | 2;
}

/** Shown in place of what could not be loaded. Support asks for the id of the request. */
export function Failure({ title, requestId, onRetry, children, level = 2 }: FailureProps): ReactNode {
  const { t } = useTexts();
  const Heading = `h${level}` as const;
  return (
    <div className={classes.empty} role="alert">
      <span className={`${classes.sign} ${classes.bad}`} aria-hidden="true">
        <CircleAlert />
      </span>
      <Heading>{title}</Heading>
      {children !== '' && <p>{children}</p>}
      {onRetry && <RetryButton look="primary" onRetry={onRetry} />}
      {requestId !== '' && (
        <p className={classes.request}>
          <span>{t('failure.request')}</span> <Code soft>{requestId}</Code>
          <CopyButton text={requestId} label={t('failure.copy')} />
        </p>
      )}
    </div>
  );
}

const COPIED_MS = 2_000;

/** Copies a text, and shows for a moment that it did. */
export function CopyButton({ text, label }: { text: string; label: string }): ReactNode {
  const { t } = useTexts();
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  return (
    <IconButton aria-label={isCopied ? t('copied') : label} onPress={() => void copyText(text).then(setCopied)}>
      {isCopied ? <Check /> : <Copy />}
    </IconButton>
  );
}

/** A grey bar in place of a text that is loading. It has the line height of the text, so nothing moves afterwards. */
export function SkeletonLine({ width }: { width: 'short' | 'middle' | 'long' }): ReactNode {
  return <span className={`${classes.line} ${classes[width]}`} aria-hidden="true" data-skeleton />;
}

/** Shows the key that does the same as the button around it. Hidden on touch screens. */
export function KeyHint({ children }: { children: string }): ReactNode {
  return (
    <kbd className={classes.key} aria-hidden="true">
      {children}
    </kbd>
  );
}
