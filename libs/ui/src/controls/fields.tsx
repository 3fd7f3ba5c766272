import { Check, ChevronDown } from '../icons/icons.generated.js';
import type { ReactNode } from 'react';
import {
  Button,
  FieldError,
  Group,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  NumberField as AriaNumberField,
  Popover,
  Select as AriaSelect,
  SelectValue,
  Switch as AriaSwitch,
  Text,
  TextArea,
  TextField as AriaTextField,
} from 'react-aria-components';
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

const ofField = ({ problems = [], isRequired = false, isDisabled = false }: FieldProps) => ({
  isInvalid: problems.length > 0,
  isRequired,
  isDisabled,
  validationBehavior: 'aria' as const,
});

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

interface NumberProps extends FieldProps {
  readonly value: number | undefined;
  readonly onChange: (value: number | undefined) => void;
  readonly isWhole?: boolean;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
}

/** Takes Persian and Latin digits, whatever the language of the page. */
export function NumberField({ value, onChange, isWhole = false, minimum, maximum, ...field }: NumberProps): ReactNode {
  return (
    <AriaNumberField
      {...ofField(field)}
      className={classes.field!}
      value={value ?? Number.NaN}
      onChange={(next) => onChange(Number.isNaN(next) ? undefined : next)}
      formatOptions={{ maximumFractionDigits: isWhole ? 0 : 6 }}
      {...(minimum !== undefined && { minValue: minimum })}
      {...(maximum !== undefined && { maxValue: maximum })}
    >
      <Label className={classes.label!}>{field.label}</Label>
      <Group className={classes.group!}>
        <Input className={`${classes.input} ${classes.bare}`} />
        <Button slot="decrement" className={classes.step!}>
          −
        </Button>
        <Button slot="increment" className={classes.step!}>
          +
        </Button>
      </Group>
      <FieldNotes {...field} />
    </AriaNumberField>
  );
}

export function Switch({
  label,
  description,
  isDisabled = false,
  value,
  onChange,
}: FieldProps & { readonly value: boolean; readonly onChange: (value: boolean) => void }): ReactNode {
  return (
    <div className={classes.field}>
      <AriaSwitch isSelected={value} onChange={onChange} isDisabled={isDisabled} className={classes.switch!}>
        <span className={classes.track}>
          <i />
        </span>
        <bdi>{label}</bdi>
      </AriaSwitch>
      {description !== undefined && (
        <p className={classes.description}>
          <bdi>{description}</bdi>
        </p>
      )}
    </div>
  );
}

interface SelectProps extends FieldProps {
  /** For a filter whose value names it: the label is only read aloud. */
  readonly isLabelHidden?: boolean;
  readonly value: string | null;
  readonly onChange: (value: string) => void;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

export function Select({ value, onChange, options, isLabelHidden = false, ...field }: SelectProps): ReactNode {
  return (
    <AriaSelect
      {...ofField(field)}
      className={classes.field!}
      value={value}
      onChange={(key) => key !== null && onChange(String(key))}
    >
      <Label className={isLabelHidden ? 'hidden-visually' : classes.label!}>{field.label}</Label>
      <Button className={`${classes.input} ${classes.opener}`}>
        <SelectValue />
        <ChevronDown aria-hidden="true" />
      </Button>
      <FieldNotes {...field} />
      <Popover className={classes.popover!}>
        <ListBox className={classes.list!}>
          {options.map((option) => (
            <ListBoxItem key={option.value} id={option.value} textValue={option.label} className={classes.option!}>
              {({ isSelected }) => (
                <>
                  <span>{option.label}</span>
                  {isSelected && <Check aria-hidden="true" />}
                </>
              )}
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}
