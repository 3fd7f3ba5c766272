import type { ReactNode } from 'react';
import { Input, Label, TextArea, TextField as AriaTextField } from 'react-aria-components';
import { fieldClasses as classes, FieldNotes, ofField, type FieldProps } from './field-parts.js';

interface TextProps extends FieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly type?: 'text' | 'password' | 'email' | 'url';
  readonly rows?: number;
  readonly placeholder?: string | undefined;
  /** Codes and addresses are typed left to right. */
  readonly isCode?: boolean;
  readonly maxLength?: number | undefined;
  /** Has the focus when it appears, as the first field of a dialog. */
  readonly isFirst?: boolean;
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
  ...field
}: TextProps): ReactNode {
  const shared = {
    className: `${classes.input} ${isCode ? classes.code : ''}`,
    /* An empty field with dir=auto would put a Persian placeholder at the left end. */ ...((isCode ||
      value !== '') && { dir: isCode ? 'ltr' : 'auto' }),
    ...(placeholder !== undefined && { placeholder }),
  } as const;
  return (
    <AriaTextField
      {...ofField(field)}
      className={classes.field!}
      value={value}
      onChange={onChange}
      type={type}
      {...(maxLength !== undefined && { maxLength })}
      autoFocus={isFirst}
      {...(type === 'password' && { autoComplete: 'new-password' })}
    >
      <Label className={classes.label!}>{field.label}</Label>
      {rows > 1 ? <TextArea {...shared} rows={rows} /> : <Input {...shared} />}
      <FieldNotes {...field} />
    </AriaTextField>
  );
}
