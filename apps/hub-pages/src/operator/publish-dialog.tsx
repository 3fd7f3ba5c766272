import { useState, type ReactNode } from 'react';
import { useTexts } from '@kushk/ui';
import { FormDialog } from '../dialogs/form-dialog.js';
import { stagesOf } from '../release/stages.js';
import { StagesField } from '../release/stages-field.js';
import type { Release } from '../review/queries.js';
import { publishRelease } from './queries.js';

interface PublishDialogProps {
  readonly release: Release;
  readonly onClose: (isDone: boolean) => void;
}

/** Publishes a release, with the publisher's stages or tighter ones. */
export function PublishDialog({ release, onClose }: PublishDialogProps): ReactNode {
  const { t } = useTexts();
  const [text, setText] = useState('');
  const stages = text.trim() === '' ? null : stagesOf(text);
  return (
    <FormDialog
      title={t('operator.release.publish.title', { version: release.version })}
      text={t('operator.release.publish.what')}
      action={t('operator.release.publish')}
      isIncomplete={text.trim() !== '' && stages === null}
      run={async () => {
        await publishRelease(release, stages);
        return true;
      }}
      onClose={(isDone) => onClose(isDone ?? false)}
    >
      {() => <StagesField hint={t('operator.release.publish.stages')} value={text} onChange={setText} />}
    </FormDialog>
  );
}
