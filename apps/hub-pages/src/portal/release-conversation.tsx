import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { afterWrite, Button, buttonLink, Notice, showToast, TextField, useDraft, useTexts } from '@kushk/ui';
import { FormProblem } from '../dialogs/form-problem.js';
import { COMMENT_MAX, Conversation } from '../release/conversation.js';
import { usePublisher } from './publisher-pages.js';
import { commentOnRelease, type Release } from './queries.js';
import classes from './release-page.module.css';

/** Around a path in a sentence: its slashes stay where they are in text that runs from right to left. */
const ISOLATE = '\u2066';
const END_ISOLATE = '\u2069';

const isUnderReview = ({ status }: Release): boolean => status === 'submitted' || status === 'in_review';

/** Says that the reviewer waits for the publisher, and offers the version that replaces this one. */
export function ChangesNotice({ release }: { readonly release: Release }): ReactNode {
  const { t } = useTexts();
  const isAnswered = release.comments.at(-1)?.by === 'publisher';
  const publisher = usePublisher();
  return (
    <Notice
      tone="warn"
      title={t('portal.changes_wanted')}
      actions={
        <Link
          to="/portal/$publisher/plugins/submit"
          params={{ publisher: publisher.id }}
          search={{ plugin: release.plugin_id, replaces: release.version }}
          className={buttonLink({ look: 'primary' })}
        >
          {t('portal.replace')}
        </Link>
      }
    >
      <p>{t(isAnswered ? 'portal.changes_wanted.answered' : 'portal.changes_wanted.what')}</p>
    </Notice>
  );
}

/** What was said, and the publisher's answer while the release is under review. */
export function ReleaseConversation({ release }: { readonly release: Release }): ReactNode {
  const { t } = useTexts();
  // Each press of "answer" is a turn of its own: the field gets the focus again.
  const [{ path, turn }, setPlace] = useState({ path: '', turn: 0 });
  const answer = (next: string): void => setPlace({ path: next, turn: turn + 1 });
  const isOpen = isUnderReview(release);
  if (!isOpen && release.comments.length === 0 && release.appeal === null) return null;
  return (
    <Conversation
      release={release}
      {...(isOpen && {
        under: (of) =>
          of === '' ? null : (
            <Button look="quiet" onPress={() => answer(of)}>
              {t('release.talk.answer')}
            </Button>
          ),
      })}
    >
      {isOpen && <Answer key={turn} release={release} path={path} onWhole={() => answer('')} />}
    </Conversation>
  );
}

interface AnswerProps {
  readonly release: Release;
  /** The place in the manifest that is answered; '' for the whole release. */
  readonly path: string;
  readonly onWhole: () => void;
}

function Answer({ release: { plugin_id, version }, path, onWhole }: AnswerProps): ReactNode {
  const { t } = useTexts();
  const { id: publisher_id } = usePublisher();
  const queries = useQueryClient();
  const [text, setText] = useDraft(`answer.${plugin_id}@${version}${path}`);
  const answer = useMutation({
    mutationFn: () => commentOnRelease({ publisher_id, plugin_id, version }, { path, text: text.trim() }),
    onSuccess: () => {
      setText('');
      onWhole();
      showToast({ tone: 'good', message: t('portal.answer.done') });
    },
    onSettled: (_done, error) => afterWrite(error, queries.invalidateQueries({ queryKey: ['releases'] })),
  });
  return (
    <form
      className={classes.answer}
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '' && !answer.isPending) answer.mutate();
      }}
    >
      <TextField
        label={path === '' ? t('portal.answer') : t('portal.answer.on', { path: `${ISOLATE}${path}${END_ISOLATE}` })}
        rows={3}
        isFirst={path !== ''}
        isStored
        value={text}
        onChange={setText}
        maxLength={COMMENT_MAX}
      />
      {answer.isError && <FormProblem error={answer.error} />}
      <span className={classes.answerButtons}>
        <Button type="submit" isPending={answer.isPending}>
          {t('portal.answer.do')}
        </Button>
        {path !== '' && (
          <Button look="quiet" onPress={onWhole}>
            {t('portal.answer.whole')}
          </Button>
        )}
      </span>
    </form>
  );
}
