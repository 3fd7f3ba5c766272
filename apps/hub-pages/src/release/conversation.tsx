import type { ReactNode } from 'react';
import type { PortalComponents } from '@kushk/api-client';
import type { COMMENT_MAX_CODE_POINTS } from '@kushk/contracts';
import { Code, moment, Panel, useTexts } from '@kushk/ui';
import classes from './conversation.module.css';

/** The maximum length of a comment. */
export const COMMENT_MAX: typeof COMMENT_MAX_CODE_POINTS = 2_000;

type Release = Pick<PortalComponents['schemas']['ReleaseResource'], 'comments' | 'appeal'>;
type Comment = Release['comments'][number];

interface ConversationProps {
  readonly release: Release;
  /** When it is not the conversation about the release of the page. */
  readonly title?: string;
  /** Below a comment, for example a button that answers it. */
  readonly under?: (path: string) => ReactNode;
  /** Below the last comment. */
  readonly children?: ReactNode;
}

/** What reviewers and publisher have said, oldest first. Publishers never learn who the reviewer is. */
export function Conversation({ release, title, under, children }: ConversationProps): ReactNode {
  const { comments, appeal } = release;
  const { t } = useTexts();
  const isBeforeAppeal = ({ at }: Comment): boolean => appeal === null || at < appeal.at;
  const message = ({ id, by, at, path, text }: Comment): ReactNode => (
    <Message key={id} who={t(`release.talk.${by}`)} at={at} path={path} text={text} isReviewer={by === 'reviewer'}>
      {by === 'reviewer' && under?.(path)}
    </Message>
  );
  return (
    <Panel title={title ?? t('release.talk')}>
      {comments.length === 0 && appeal === null && <p className={classes.none}>{t('release.talk.empty')}</p>}
      <ol className={classes.list}>
        {comments.filter(isBeforeAppeal).map(message)}
        {appeal !== null && (
          <>
            <Message
              who={t('release.talk.rejection')}
              at={appeal.rejected_at}
              text={appeal.rejection_notes}
              isReviewer
            />
            <Message who={t('release.talk.appeal')} at={appeal.at} text={appeal.text} />
          </>
        )}
        {comments.filter((comment) => !isBeforeAppeal(comment)).map(message)}
      </ol>
      {children}
    </Panel>
  );
}

interface MessageProps {
  readonly who: string;
  readonly at: string;
  readonly text: string;
  readonly path?: string;
  readonly isReviewer?: boolean;
  readonly children?: ReactNode;
}

function Message({ who, at, text, path = '', isReviewer = false, children }: MessageProps): ReactNode {
  const { language } = useTexts();
  return (
    <li className={isReviewer ? classes.reviewer : classes.publisher}>
      <p className={classes.head}>
        <b>{who}</b> <time dateTime={at}>{moment(new Date(at), language)}</time>
        {path !== '' && (
          <Code soft breaks>
            {path}
          </Code>
        )}
      </p>
      <p className={classes.text} dir="auto">
        {text}
      </p>
      {children}
    </li>
  );
}
