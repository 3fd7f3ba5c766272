import { useState, type ReactNode } from 'react';
import { useTexts } from '@kushk/ui';
import { FormDialog } from '../dialogs/form-dialog.js';
import { NameField, RequiredField } from '../dialogs/required-field.js';

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
      isIncomplete={[name, subject].some((value) => value.trim() === '')}
      fields={['/name', '/subject']}
      run={() => run({ subject: subject.trim(), name: name.trim() })}
      onClose={onClose}
    >
      {(isTried, problemsAt) => (
        <>
          <NameField value={name} onChange={setName} isTried={isTried} problems={problemsAt('/name')} />
          <RequiredField
            label={t('operator.subject')}
            description={t('operator.subject.hint')}
            isCode
            value={subject}
            onChange={setSubject}
            maxLength={255}
            isTried={isTried}
            problems={problemsAt('/subject')}
          />
          {children}
        </>
      )}
    </FormDialog>
  );
}
