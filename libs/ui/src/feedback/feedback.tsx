import { Check, CircleAlert, Copy, Info, TriangleAlert } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Button, IconButton } from '../controls/button.js';
import { Code } from '../data/panel.js';
import { useTexts } from '../language.js';
import classes from './feedback.module.css';

const icons = { info: Info, warn: TriangleAlert, bad: CircleAlert, good: Check, neutral: Info } as const;

interface NoticeProps {
  readonly tone: keyof typeof icons;
  readonly title: ReactNode;
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}

/** What is the matter, why, and what to do: in this order, in at most three sentences. */
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

/** In place of a list that has nothing: why it is empty, and what fills it. */
export function EmptyState({
  icon,
  title,
  action,
  children,
}: {
  icon: ReactNode;
  title: string;
  action?: ReactNode;
  children: ReactNode;
}): ReactNode {
  return (
    <div className={classes.empty}>
      <span className={classes.sign} aria-hidden="true">
        {icon}
      </span>
      <h2>{title}</h2>
      <p>{children}</p>
      {action}
    </div>
  );
}

/** A request that failed, in the words of its problem document. The id is what support asks for. */
export function Failure({
  title,
  requestId,
  onRetry,
  children,
}: {
  title: string;
  requestId: string;
  onRetry: () => void;
  children: ReactNode;
}): ReactNode {
  const { t } = useTexts();
  return (
    <div className={classes.empty} role="alert">
      <span className={`${classes.sign} ${classes.bad}`} aria-hidden="true">
        <CircleAlert />
      </span>
      <h2>{title}</h2>
      <p>{children}</p>
      <Button look="primary" onPress={onRetry}>
        {t('again')}
      </Button>
      <p className={classes.request}>
        <span>{t('failure.request')}</span> <Code soft>{requestId}</Code>
        <CopyButton text={requestId} label={t('failure.copy')} />
      </p>
    </div>
  );
}

export function CopyButton({ text, label }: { text: string; label: string }): ReactNode {
  const [isCopied, setCopied] = useState(false);
  return (
    <IconButton
      aria-label={label}
      onPress={() => {
        void navigator.clipboard.writeText(text);
        setCopied(true);
      }}
    >
      {isCopied ? <Check /> : <Copy />}
    </IconButton>
  );
}

/** A grey bar as long as the text it stands for; its line height is the text's, so nothing moves when the text comes. */
export function SkeletonLine({ width }: { width: 'short' | 'middle' | 'long' }): ReactNode {
  return <span className={`${classes.line} ${classes[width]}`} aria-hidden="true" />;
}

/** The key that does the same as the button it stands in; not shown where there is no keyboard. */
export function KeyHint({ children }: { children: string }): ReactNode {
  return (
    <kbd className={classes.key} aria-hidden="true">
      {children}
    </kbd>
  );
}
