import { useState, type ReactNode } from 'react';
import { DateField, showToast, useTexts } from '@kushk/ui';
import { FormDialog } from '../dialogs/form-dialog.js';
import { RequiredField } from '../dialogs/required-field.js';
import { issueKey, timesOf } from './queries.js';

interface IssueKeyDialogProps {
  readonly publisher: string;
  /** The secret, which the hub returns only now; null when no key was issued. */
  readonly onClose: (secret: string | null) => void;
}

/** A key has a label, by which people recognise it, and works until it is revoked or expires. */
export function IssueKeyDialog({ publisher, onClose }: IssueKeyDialogProps): ReactNode {
  const { t } = useTexts();
  const [label, setLabel] = useState('');
  const [lastDay, setLastDay] = useState<string | null>(null);
  const run = () =>
    issueKey(publisher, { label: label.trim(), expires_at: lastDay === null ? null : timesOf({ to: lastDay }).to! });
  return (
    <FormDialog
      title={t('operator.keys.issue')}
      text={t('operator.keys.issue.what')}
      action={t('operator.keys.issue')}
      isIncomplete={label.trim() === ''}
      run={run}
      onClose={(issued) => {
        // A try before this one issued the key, and its response was lost.
        if (issued?.secret === null) showToast({ tone: 'bad', message: t('operator.keys.secret_lost') });
        onClose(issued?.secret ?? null);
      }}
    >
      {(isTried) => (
        <>
          <RequiredField
            label={t('operator.keys.label')}
            description={t('operator.keys.label.hint')}
            value={label}
            onChange={setLabel}
            maxLength={200}
            isTried={isTried}
          />
          <DateField
            label={t('operator.keys.last_day')}
            description={t('operator.keys.last_day.hint')}
            value={lastDay}
            onChange={setLastDay}
          />
        </>
      )}
    </FormDialog>
  );
}
