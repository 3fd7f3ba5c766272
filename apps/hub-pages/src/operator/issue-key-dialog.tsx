import { useState, type ReactNode } from 'react';
import { DateField, RadioCards, showToast, UNREADABLE, useTexts } from '@kushk/ui';
import { FormDialog } from '../dialogs/form-dialog.js';
import { RequiredField } from '../dialogs/required-field.js';
import { issueKey, timesOf, type KeyPurpose } from './queries.js';

interface IssueKeyDialogProps {
  readonly publisher: string;
  /** The secret, which the hub returns only now; null when no key was issued. */
  readonly onClose: (issued: IssuedKey | null) => void;
}
export interface IssuedKey {
  readonly secret: string;
  readonly purpose: KeyPurpose;
}

const PURPOSES: readonly KeyPurpose[] = ['api', 'registry'];

/** A key has a label, by which people recognise it, and works until it is revoked or expires. */
export function IssueKeyDialog({ publisher, onClose }: IssueKeyDialogProps): ReactNode {
  const { t } = useTexts();
  const [label, setLabel] = useState('');
  const [lastDay, setLastDay] = useState<string | null>(null);
  const [purpose, setPurpose] = useState<KeyPurpose>('api');
  const run = () =>
    issueKey(publisher, {
      label: label.trim(),
      expires_at: lastDay === null ? null : timesOf({ to: lastDay }).to!,
      purpose,
    });
  return (
    <FormDialog
      title={t('operator.keys.issue')}
      text={t('operator.keys.issue.what')}
      action={t('operator.keys.issue')}
      isIncomplete={label.trim() === '' || lastDay === UNREADABLE}
      run={run}
      onClose={(issued) => {
        // A try before this one issued the key, and its response was lost.
        if (issued?.secret === null) showToast({ tone: 'bad', message: t('operator.keys.secret_lost') });
        onClose(issued?.secret ? { secret: issued.secret, purpose } : null);
      }}
    >
      {(isTried) => (
        <>
          <RadioCards
            label={t('operator.keys.purpose')}
            value={purpose}
            onChange={(value) => setPurpose(value as KeyPurpose)}
            options={PURPOSES.map((value) => ({
              value,
              title: t(`operator.keys.purpose.${value}`),
              text: t(`operator.keys.purpose.${value}.what`),
            }))}
          />
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
