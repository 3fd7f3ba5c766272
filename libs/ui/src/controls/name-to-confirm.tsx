import type { ReactNode } from 'react';
import { searchForm } from '../commands/match-command.js';
import { useTexts } from '../language.js';
import { TextField } from './text-field.js';

/** A keyboard may lack the half-space, and type Arabic letters for Persian ones. */
export function isSameName(typed: string, name: string): boolean {
  return typed.trim() === name.trim() || (searchForm(typed) !== '' && searchForm(typed) === searchForm(name));
}

interface NameToConfirmProps {
  /** The name of what ends. */
  readonly name: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly problems?: readonly string[];
  /** Ids are typed left to right. */
  readonly isCode?: boolean;
}

/** Asks for the name of what cannot be restored, so that nothing else ends by mistake. */
export function NameToConfirm({ name, ...field }: NameToConfirmProps): ReactNode {
  const { t } = useTexts();
  return (
    <TextField
      {...field}
      label={t('confirm.name', { name })}
      description={isSameName(field.value, name) ? undefined : t('confirm.name.why')}
      // Closing the dialog loses nothing.
      isStored
    />
  );
}
