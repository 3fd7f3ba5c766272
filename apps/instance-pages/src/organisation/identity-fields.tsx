import type { ReactNode } from 'react';
import { TextField, useTexts } from '@kushk/ui';

const NAME_MAX = 200;
const SUBJECT_MAX = 255;

/** A person's name, and the id by which the sign-in provider knows the person. */
export interface Identity {
  readonly name: string;
  readonly subject: string;
}

export const trimmed = ({ name, subject }: Identity): Identity => ({ name: name.trim(), subject: subject.trim() });
export const isNamed = (identity: Identity): boolean => {
  const { name, subject } = trimmed(identity);
  return name !== '' && subject !== '';
};

interface IdentityFieldsProps {
  readonly value: Identity;
  readonly onChange: (value: Identity) => void;
  /** The sign-in id of an existing person cannot change. */
  readonly isNew: boolean;
}

/** The fields of a person who can sign in. */
export function IdentityFields({ value, onChange, isNew }: IdentityFieldsProps): ReactNode {
  const { t } = useTexts();
  return (
    <>
      <TextField
        label={t('organisation.person.name')}
        value={value.name}
        onChange={(name) => onChange({ ...value, name })}
        maxLength={NAME_MAX}
        isRequired
      />
      {isNew && (
        <TextField
          label={t('organisation.person.subject')}
          description={t('organisation.person.subject.what')}
          value={value.subject}
          onChange={(subject) => onChange({ ...value, subject })}
          maxLength={SUBJECT_MAX}
          isCode
          isRequired
        />
      )}
    </>
  );
}
