import { useState, type ReactNode } from 'react';
import {
  Button,
  Code,
  DialogActions,
  DialogForm,
  digits,
  ModalDialog,
  showToast,
  TextField,
  useDraft,
  useTexts,
} from '@kushk/ui';
import { COMMENT_MAX } from '../release/conversation.js';
import type { PendingComment } from './pending-comments.js';
import type { Release } from './queries.js';

interface LineCommentDialogProps {
  readonly release: Release;
  /** The JSON Pointer of the line. */
  readonly path: string;
  /** The number of the line in the text. */
  readonly line: number;
  readonly onClose: (comment: PendingComment | null) => void;
}

/** Asks for a comment on one line of the manifest. It is sent with the decision. */
export function LineCommentDialog({ release, path, line, onClose }: LineCommentDialogProps): ReactNode {
  const { t, language } = useTexts();
  const { plugin_id, version } = release;
  const [text, setText] = useDraft(`line-comment.${plugin_id}@${version}${path}`);
  const [isTried, setTried] = useState(false);
  const isEmpty = text.trim() === '';
  return (
    <ModalDialog title={t('review.line.title')} isOpen onClose={() => onClose(null)}>
      <DialogForm
        onSubmit={() => {
          setTried(true);
          if (isEmpty) return;
          setText('');
          showToast({ tone: 'good', message: t('review.line.added') });
          onClose({ path, text: text.trim() });
        }}
      >
        <p>
          {t('problem.line', { line: digits(line, language, { useGrouping: false }) })}{' '}
          {path !== '' && <Code breaks>{path}</Code>}
        </p>
        <TextField
          label={t('review.line.text')}
          description={t('review.line.hint')}
          rows={4}
          isFirst
          isRequired
          isStored
          value={text}
          onChange={setText}
          maxLength={COMMENT_MAX}
          problems={isTried && isEmpty ? [t('review.line.empty')] : []}
        />
        <DialogActions>
          <Button look="quiet" onPress={() => onClose(null)}>
            {t('review.cancel')}
          </Button>
          <Button look="primary" type="submit">
            {t('review.line.do')}
          </Button>
        </DialogActions>
      </DialogForm>
    </ModalDialog>
  );
}
