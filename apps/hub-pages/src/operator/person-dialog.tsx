import { useState, type ReactNode } from 'react';
import { TextField, useTexts } from '@kushk/ui';
import { FormDialog } from '../staff/form-dialog.js';

interface PersonDialogProps {
  readonly title: string;
  readonly text: string;
  readonly run: (person: { readonly subject: string; readonly name: string }) => Promise<unknown>;
  readonly onClose: () => void;
  /** Further fields, such as roles. */
  readonly children?: ReactNode;
}

/** Adds a person, whom the sign-in provider knows by a subject. */
export function PersonDialog({ title, text, run, onClose, children }: PersonDialogProps): ReactNode {
  const { t } = useTexts();
  const [name, setName] = useState('');
  const [subject, setSubject] = useState('');
  return (
    <FormDialog
      title={title}
      text={text}
      action={t('operator.add')}
      isIncomplete={name.trim() === '' || subject.trim() === ''}
      run={() => run({ subject: subject.trim(), name: name.trim() })}
      onClose={onClose}
    >
      {(isTried) => (
        <>
          <TextField
            label={t('operator.name')}
            isRequired
            value={name}
            onChange={setName}
            maxLength={200}
            problems={isTried && name.trim() === '' ? [t('staff.required')] : []}
          />
          <TextField
            label={t('operator.subject')}
            description={t('operator.subject.hint')}
            isRequired
            isCode
            value={subject}
            onChange={setSubject}
            maxLength={255}
            problems={isTried && subject.trim() === '' ? [t('staff.required')] : []}
          />
          {children}
        </>
      )}
    </FormDialog>
  );
}
