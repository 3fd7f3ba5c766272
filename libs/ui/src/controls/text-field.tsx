import type { ReactNode } from 'react';
import { Input, Label, TextArea, TextField as AriaTextField } from 'react-aria-components';
import { useTexts } from '../language.js';
import { fieldClasses as classes, FieldNotes, ofField, type FieldProps } from './field-parts.js';

/** On fields of which the text is stored in the tab: closing their dialog loses nothing. */
export const STORED_ATTRIBUTE = 'data-stored';

interface TextProps extends FieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly type?: 'text' | 'password' | 'email' | 'url';
  readonly rows?: number;
  readonly placeholder?: string | undefined;
  /** Codes and addresses are typed left to right. */
  readonly isCode?: boolean;
  /** In characters. A longer text is not cut off: the field says that it is too long. */
  readonly maxLength?: number | undefined;
  /** Has the focus when it appears, as the first field of a dialog. */
  readonly isFirst?: boolean;
  /** Whether the text is a draft that the tab stores. */
  readonly isStored?: boolean;
}

export function TextField({
  value,
  onChange,
  type = 'text',
  rows = 1,
  placeholder,
  isCode = false,
  maxLength,
  isFirst = false,
  isStored = false,
  ...given
}: TextProps): ReactNode {
  const { t } = useTexts();
  const isTooLong = maxLength !== undefined && value.length > maxLength && [...value].length > maxLength;
  const field = isTooLong ? { ...given, problems: [t('form.too_long', { number: maxLength })] } : given;
  const shared = {
    className: `${classes.input} ${isCode ? classes.code : ''}`,
    /* An empty field with dir=auto would put a Persian placeholder at the left end. */ ...((isCode ||
      value !== '') && { dir: isCode ? 'ltr' : 'auto' }),
    ...(isStored && { [STORED_ATTRIBUTE]: '' }),
    ...(placeholder !== undefined && { placeholder }),
  } as const;
  return (
    <AriaTextField
      {...ofField(field)}
      className={classes.field!}
      value={value}
      onChange={onChange}
      type={type}
      autoFocus={isFirst}
      {...(type === 'password' && { autoComplete: 'new-password' })}
    >
      <Label className={classes.label!}>{field.label}</Label>
      {rows > 1 ? <TextArea {...shared} rows={rows} /> : <Input {...shared} />}
      <FieldNotes {...field} />
    </AriaTextField>
  );
}
