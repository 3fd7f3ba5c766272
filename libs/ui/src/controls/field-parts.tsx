import type { ReactNode } from 'react';
import { FieldError, Text } from 'react-aria-components';
import classes from './fields.module.css';

export interface FieldProps {
  readonly label: string;
  readonly description?: string | undefined;
  /** Which values are accepted, in few words. */
  readonly hint?: string | undefined;
  /** What the server says is wrong here. */
  readonly problems?: readonly string[] | undefined;
  readonly isRequired?: boolean | undefined;
  readonly isDisabled?: boolean | undefined;
}

export const fieldClasses = classes;

/** Says below a field what it is for and what is wrong with it. */
export function FieldNotes({
  description,
  hint,
  problems = [],
}: Pick<FieldProps, 'description' | 'hint' | 'problems'>): ReactNode {
  const notes = [description, hint].filter((note) => note !== undefined);
  return (
    <>
      {notes.length > 0 && (
        <Text slot="description" className={classes.description!}>
          {notes.map((note) => (
            <bdi key={note}>{note}</bdi>
          ))}
        </Text>
      )}
      <FieldError className={classes.problem!}>{problems.join(' ')}</FieldError>
    </>
  );
}

type Notes = Pick<FieldProps, 'description' | 'hint' | 'problems'>;

const notesOf = ({ description, hint }: Notes): readonly string[] =>
  [description, hint].filter((note) => note !== undefined);

/** The ids of what describes a field that is none of React Aria's, and whether it is invalid. */
export function plainNotesOf(id: string, field: Notes): { readonly described: string; readonly isInvalid: boolean } {
  const isInvalid = (field.problems?.length ?? 0) > 0;
  const ids = [notesOf(field).length > 0 && `${id}-notes`, isInvalid && `${id}-problem`];
  return { described: ids.filter(Boolean).join(' '), isInvalid };
}

/** The same as `FieldNotes`, for a field that is none of React Aria's. */
export function PlainNotes({ id, field }: { readonly id: string; readonly field: Notes }): ReactNode {
  const notes = notesOf(field);
  const { problems = [] } = field;
  return (
    <>
      {notes.length > 0 && (
        <span id={`${id}-notes`} className={classes.description}>
          {notes.map((note) => (
            <bdi key={note}>{note}</bdi>
          ))}
        </span>
      )}
      {problems.length > 0 && (
        <span id={`${id}-problem`} className={classes.problem}>
          {problems.join(' ')}
        </span>
      )}
    </>
  );
}

/** The properties of React Aria's fields that all of ours have. */
export const ofField = ({ problems = [], isRequired = false, isDisabled = false }: FieldProps) => ({
  isInvalid: problems.length > 0,
  isRequired,
  isDisabled,
  validationBehavior: 'aria' as const,
});
