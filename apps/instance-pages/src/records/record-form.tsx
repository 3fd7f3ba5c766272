import { useState, type ReactNode } from 'react';
import { ProblemError } from '@kushk/api-client';
import { Button, DialogActions, DialogForm, isReadable, Notice, ProblemNotice, useTexts } from '@kushk/ui';
import { ConflictList } from './conflict-list.js';
import { FormField } from './form-field.js';
import { isComplete, problemsByField, withValue } from './form-values.js';
import { recordSpecs, type Editable, type FieldSpec, type RecordName, type Values } from './record-types.js';
import { useSaveRecord } from './use-save-record.js';

export interface RecordFormProps {
  readonly type: RecordName;
  /** The record to edit; null creates one. */
  readonly record: Editable | null;
  /** The first values of a new record. */
  readonly initial?: Values;
  readonly onClose: () => void;
  readonly onSaved?: (record: Editable) => void;
}

/** The fields of a record. When another person saved first, it shows both values of each field. */
export function RecordForm({ type, record, initial = {}, onClose, onSaved }: RecordFormProps): ReactNode {
  const { t } = useTexts();
  const fields = recordSpecs[type].fields.filter(({ editOnly = false }) => !editOnly || record !== null);
  const [values, setValues] = useState<Values>(record ?? initial);
  const { save, error, isPending, conflict, takeTheirs } = useSaveRecord(type, record, (saved) => {
    onSaved?.(saved);
    onClose();
  });
  const problems = problemsOf(fields, error);
  const general = problems.get('');
  const submit = (): void => {
    if (isReadable(values)) save(fields, values);
  };
  return (
    <DialogForm
      onSubmit={() => {
        if (isComplete(fields, values)) submit();
      }}
    >
      {conflict === null ? (
        fields.map((spec) => (
          <FormField
            key={spec.field}
            spec={spec}
            value={values[spec.field]}
            onChange={(value) => setValues((before) => withValue(before, spec.field, value))}
            problems={problems.get(spec.field)}
          />
        ))
      ) : (
        <ConflictList conflicts={conflict.fields} />
      )}
      {general !== undefined && <Notice tone="bad" title={general.join(' ')} />}
      {error !== null && problems.size === 0 && <ProblemNotice error={error} title={t('records.not_saved')} />}
      <DialogActions>
        <Button look="quiet" onPress={onClose}>
          {t('records.cancel')}
        </Button>
        {conflict === null ? (
          <Button type="submit" look="primary" isPending={isPending} isDisabled={!isComplete(fields, values)}>
            {t(record === null ? 'records.create' : 'records.save')}
          </Button>
        ) : (
          <>
            <Button onPress={() => setValues(takeTheirs(values))}>{t('records.conflict.theirs')}</Button>
            <Button look="primary" onPress={submit} isPending={isPending}>
              {t('records.conflict.mine')}
            </Button>
          </>
        )}
      </DialogActions>
    </DialogForm>
  );
}

function problemsOf(fields: readonly FieldSpec[], error: Error | null): ReadonlyMap<string, readonly string[]> {
  const problems = error instanceof ProblemError ? error.document.params?.['problems'] : undefined;
  if (!Array.isArray(problems)) return new Map();
  const isFa = document.documentElement.lang !== 'en';
  const texts = problems.map((problem: { path?: string; message?: string; message_fa?: string }) => ({
    path: problem.path ?? '',
    message: (isFa ? problem.message_fa : undefined) ?? problem.message ?? '',
  }));
  return problemsByField(fields, texts);
}
