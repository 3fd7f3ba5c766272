import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ProblemError } from '@kushk/api-client';
import { changedValues, conflictsBetween, newValues, type FieldConflict } from './form-values.js';
import { recordSpecs, type Editable, type FieldSpec, type RecordName, type Values } from './record-types.js';

interface Conflict {
  readonly latest: Editable;
  readonly fields: readonly FieldConflict[];
}

export interface SaveRecord {
  readonly save: (fields: readonly FieldSpec[], values: Values) => void;
  readonly error: Error | null;
  readonly isPending: boolean;
  /** The fields that another person has changed meanwhile. */
  readonly conflict: Conflict | null;
  /** Returns the values of the form with what the others saved, and forgets the conflict. */
  readonly takeTheirs: (values: Values) => Values;
}

const PRECONDITION_FAILED = 412;
const isConflict = (error: unknown): boolean =>
  error instanceof ProblemError && error.document.status === PRECONDITION_FAILED;

/** Saves a form. An edit names the revision that it is based on: it overwrites nothing that its author has not seen. */
export function useSaveRecord(
  type: RecordName,
  record: Editable | null,
  onSaved: (saved: Editable) => void,
): SaveRecord {
  const queries = useQueryClient();
  const [base, setBase] = useState(record);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const { list, create, edit, get } = recordSpecs[type];
  const saveOnce = async (fields: readonly FieldSpec[], values: Values): Promise<Editable | null> => {
    if (base === null) return await create(newValues(fields, values));
    const changes = changedValues(fields, base, values);
    if (Object.keys(changes).length === 0) return base;
    // After a conflict the person has seen the latest values.
    let { revision } = conflict?.latest ?? base;
    for (;;) {
      try {
        return await edit(base.id, { ...changes, revision });
      } catch (error) {
        if (!isConflict(error)) throw error;
        const latest = await get(base.id);
        const both = conflictsBetween(conflict?.latest ?? base, latest, changes);
        if (both.length > 0) {
          setConflict({ latest, fields: both });
          return null;
        }
        // The other person changed other fields: both changes are kept.
        revision = latest.revision;
      }
    }
  };
  const { mutate, error, isPending } = useMutation({
    mutationFn: ({ fields, values }: { fields: readonly FieldSpec[]; values: Values }) => saveOnce(fields, values),
    onSuccess: (saved) => {
      if (saved === null) return;
      void queries.invalidateQueries({ queryKey: [list] });
      onSaved(saved);
    },
  });
  return {
    ...{ error, isPending, conflict },
    save: (fields, values) => mutate({ fields, values }),
    takeTheirs: (values) => {
      if (conflict === null) return values;
      const theirs = Object.fromEntries(conflict.fields.map(({ field, theirs: value }) => [field, value]));
      setBase(conflict.latest);
      setConflict(null);
      return { ...withUnchanged(values, base, conflict.latest), ...theirs };
    },
  };
}

/** Fields that the person left as they were follow the latest record. */
function withUnchanged(values: Values, base: Editable | null, latest: Editable): Values {
  const unchanged = Object.keys(values).filter(
    (field) => JSON.stringify(values[field]) === JSON.stringify(base?.[field]),
  );
  return { ...values, ...Object.fromEntries(unchanged.map((field) => [field, latest[field]])) };
}
