import type { ReactNode } from 'react';
import { moment, showToast, TextField, useDraft, useTexts } from '@kushk/ui';
import { FormDialog } from '../dialogs/form-dialog.js';
import { usePublisher } from './publisher-pages.js';
import { appealRejection, type Release } from './queries.js';
import { NOTES_MAX } from './reviewer-fields.js';

interface AppealDialogProps {
  readonly release: Release;
  /** When the time for an appeal ends. */
  readonly until: Date;
  readonly onClose: () => void;
}

export function AppealDialog({ release, until, onClose }: AppealDialogProps): ReactNode {
  const { t, language } = useTexts();
  const { id: publisher_id } = usePublisher();
  const { plugin_id, version } = release;
  const [text, setText] = useDraft(`appeal.${plugin_id}@${version}`);
  const isEmpty = text.trim() === '';
  return (
    <FormDialog
      title={t('portal.appeal.title', { version })}
      text={t('portal.appeal.what', { until: moment(until, language) })}
      action={t('portal.appeal.do')}
      isIncomplete={isEmpty}
      fields={['/text']}
      run={() => appealRejection({ publisher_id, plugin_id, version }, text.trim())}
      onClose={(done) => {
        onClose();
        if (done === null) return;
        setText('');
        showToast({ tone: 'good', message: t('portal.appeal.done', { version }) });
      }}
    >
      {(isTried, problemsAt) => (
        <TextField
          label={t('portal.appeal.text')}
          rows={5}
          isRequired
          isStored
          value={text}
          onChange={setText}
          maxLength={NOTES_MAX}
          problems={isTried && isEmpty ? [t('dialogs.required')] : problemsAt('/text')}
        />
      )}
    </FormDialog>
  );
}
