import type { ReactNode } from 'react';
import { ProblemError } from '@kushk/api-client';
import { isTemporary } from '../connection/recovery.js';
import { Code } from '../data/panel.js';
import { useTexts } from '../language.js';
import { CopyButton, Failure, Notice, RetryButton, type Retry } from './feedback.js';
import classes from './feedback.module.css';

const FORBIDDEN = 403;

interface ProblemNoticeProps {
  /** What a query or a write threw. */
  readonly error: unknown;
  /** What was not done, in the words of the page; otherwise the title of the problem. */
  readonly title?: string;
  readonly onRetry?: Retry;
  /** Shows it in place of the list or page that failed, instead of as a notice above it. */
  readonly fills?: boolean;
  /** The level of the heading: 1 when it is the whole page. */
  readonly level?: 1 | 2;
  /** More about it, in the notice. */
  readonly children?: ReactNode;
}

/** Shows why a request failed: the problem's title and detail, and the id of the request for support. */
export function ProblemNotice(props: ProblemNoticeProps): ReactNode {
  const { error, title, fills = false, level = 2 } = props;
  const { t } = useTexts();
  const { document } = error instanceof ProblemError ? error : { document: null };
  // Who lacks the role gets the same answer again.
  const onRetry = document?.status === FORBIDDEN ? undefined : props.onRetry;
  const isUnreachable = document === null && error instanceof TypeError;
  const shown = {
    title: title ?? document?.title ?? t(isUnreachable ? 'problem.unreachable' : 'problem.unexpected'),
    detail: sentences(
      detailOf(document, title) ?? t(isUnreachable ? 'problem.unreachable.what' : 'problem.unexpected.what'),
      isTemporary(error) ? t(onRetry ? 'problem.temporary.read' : 'problem.temporary.write') : '',
    ),
    requestId: document?.request_id ?? '',
  };
  if (fills) {
    return (
      <Failure level={level} title={shown.title} requestId={shown.requestId} {...(onRetry && { onRetry })}>
        {shown.detail}
      </Failure>
    );
  }
  return (
    <Notice tone="bad" title={shown.title} actions={onRetry && <RetryButton onRetry={onRetry} />}>
      {shown.detail !== '' && <p>{shown.detail}</p>}
      {props.children}
      {shown.requestId !== '' && <RequestId id={shown.requestId} />}
    </Notice>
  );
}

/**
 * The title of the problem joins the detail when the page has a title of its own. Otherwise a detail that only repeats
 * the title is left out.
 */
function detailOf(document: ProblemError['document'] | null, title: string | undefined): string | undefined {
  if (document === null) return undefined;
  if (title === undefined) return document.detail === document.title ? '' : document.detail;
  const parts = [document.title, document.detail];
  return [...new Set(parts.filter((part) => part !== undefined && part !== ''))].join(': ');
}

const sentences = (first: string, second: string): string =>
  first === '' || second === '' ? first + second : `${first.replace(/\.$/, '')}. ${second}`;

export function RequestId({ id }: { id: string }): ReactNode {
  const { t } = useTexts();
  return (
    <p className={classes.request}>
      <span>{t('failure.request')}</span> <Code soft>{id}</Code>
      <CopyButton text={id} label={t('failure.copy')} />
    </p>
  );
}
