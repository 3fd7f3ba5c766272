import { Eye, EyeOff, RotateCcw, Trash2 } from '../icons/icons.generated.js';
import { useState, type ReactNode } from 'react';
import { Button, IconButton } from '../controls/button.js';
import { TextField } from '../controls/text-field.js';
import type { FieldProps } from '../controls/field-parts.js';
import { UNREADABLE } from '../controls/unreadable.js';
import { useTexts } from '../language.js';
import { readJsonText } from './json-text.js';
import classes from './schema-form.module.css';
import { MASK } from './settings-values.js';
import type { Json } from './settings-schema.js';

interface SecretProps extends FieldProps {
  /** The mask stands for a stored secret, null clears it. */
  readonly value: Json | undefined;
  readonly onChange: (value: Json | undefined) => void;
  readonly isJson: boolean;
}

/** A secret: a stored one is replaced or cleared explicitly, and never shown again. */
export function SecretField({ value, onChange, isJson, ...field }: SecretProps): ReactNode {
  const [wasStored] = useState(value === MASK);
  if (value === MASK)
    return (
      <StoredSecret field={field} note="form.secret.stored">
        {(t) => (
          <>
            <Button onPress={() => onChange(undefined)}>{t('form.secret.change')}</Button>
            {field.isRequired !== true && (
              <IconButton aria-label={t('form.secret.clear', { name: field.label })} onPress={() => onChange(null)}>
                <Trash2 />
              </IconButton>
            )}
          </>
        )}
      </StoredSecret>
    );
  if (value === null)
    return (
      <StoredSecret field={field} note="form.secret.cleared">
        {(t) => <KeepButton label={t('form.secret.keep')} onPress={() => onChange(MASK)} />}
      </StoredSecret>
    );
  return <SecretInput {...{ field, value, onChange, isJson }} onKeep={wasStored ? () => onChange(MASK) : null} />;
}

function StoredSecret({
  field,
  note,
  children,
}: {
  field: FieldProps;
  note: 'form.secret.stored' | 'form.secret.cleared';
  children: (t: ReturnType<typeof useTexts>['t']) => ReactNode;
}): ReactNode {
  const { t } = useTexts();
  const { label, description, problems = [] } = field;
  return (
    <div className={classes.stored} role="group" aria-label={label}>
      <b>{label}</b>
      <div className={classes.secret}>
        <span className={note === 'form.secret.stored' ? classes.mask : classes.cleared}>
          {note === 'form.secret.stored' && <span aria-hidden="true">{MASK}</span>} {t(note)}
        </span>
        {children(t)}
      </div>
      {description !== undefined && (
        <p className={classes.description}>
          <bdi>{description}</bdi>
        </p>
      )}
      {problems.length > 0 && <p className={classes.problem}>{problems.join(' ')}</p>}
    </div>
  );
}

function SecretInput({
  field,
  value,
  onChange,
  isJson,
  onKeep,
}: Omit<SecretProps, keyof FieldProps> & { field: FieldProps; onKeep: (() => void) | null }): ReactNode {
  const { t } = useTexts();
  const [text, setText] = useState(typeof value === 'string' && value !== UNREADABLE ? value : '');
  const [isShown, setShown] = useState(false);
  const { problem } = isJson ? readJsonText(text) : { problem: null };
  const change = (next: string): void => {
    setText(next);
    onChange(isJson ? readJsonText(next).value : next === '' ? undefined : next);
  };
  const problems = problem === null ? field.problems : [t(problem), ...(field.problems ?? [])];
  return (
    <div className={classes.entry}>
      <TextField
        {...field}
        problems={problems}
        value={text}
        onChange={change}
        type={isShown ? 'text' : 'password'}
        isCode
      />
      <IconButton
        aria-label={t(isShown ? 'form.secret.hide' : 'form.secret.show', { name: field.label })}
        onPress={() => setShown(!isShown)}
      >
        {isShown ? <EyeOff /> : <Eye />}
      </IconButton>
      {onKeep !== null && <KeepButton label={t('form.secret.keep')} onPress={onKeep} />}
    </div>
  );
}

function KeepButton({ label, onPress }: { label: string; onPress: () => void }): ReactNode {
  return (
    <Button look="quiet" onPress={onPress}>
      <RotateCcw aria-hidden="true" />
      {label}
    </Button>
  );
}
