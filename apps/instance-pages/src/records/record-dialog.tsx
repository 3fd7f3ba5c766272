import type { ReactNode } from 'react';
import { ModalDialog, useLazyPart, useTexts } from '@kushk/ui';
import type { RecordFormProps } from './record-form.js';

const loadForm = async () => (await import('./record-form.js')).RecordForm;

/** Creates or edits a record. */
export function RecordDialog({ isOpen, ...form }: RecordFormProps & { readonly isOpen: boolean }): ReactNode {
  const { t } = useTexts();
  const Form = useLazyPart(loadForm, { isWanted: isOpen, onFailure: form.onClose });
  const title = form.record === null ? t(`records.new.${form.type}`) : t(`records.edit.${form.type}`);
  return (
    Form && (
      <ModalDialog title={title} isOpen={isOpen} onClose={form.onClose} isAlert>
        <Form {...form} />
      </ModalDialog>
    )
  );
}
