import { ChevronDown } from '../icons/icons.generated.js';
import { useState, type ReactNode } from 'react';
import { Button, ComboBox, Group, Input, Label, ListBox, ListBoxItem, Popover } from 'react-aria-components';
import { fieldClasses as classes, FieldNotes, type FieldProps } from './field-parts.js';

export interface ComboOption {
  readonly value: string;
  readonly label: string;
  /** A second line. */
  readonly note?: string;
}

interface ComboFieldProps extends FieldProps {
  readonly value: string | null;
  /** The label of the value, which need not be among the options. */
  readonly valueLabel: string | null;
  readonly onChange: (option: ComboOption | null) => void;
  /** What the service found for the typed text. */
  readonly options: readonly ComboOption[];
  readonly onSearch: (text: string) => void;
  /** Shown in place of the options when there are none. */
  readonly empty: string;
  readonly placeholder?: string;
}

/** Picks one of many that the service searches for. An empty field picks nothing. */
export function ComboField(props: ComboFieldProps): ReactNode {
  const { value, valueLabel, onChange, options, onSearch, empty, placeholder, ...field } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? valueLabel ?? '';
  const choose = (key: string | null): void => {
    setTyped(null);
    onSearch('');
    if (key !== value) onChange(options.find((option) => option.value === key) ?? null);
  };
  return (
    <ComboBox
      className={classes.field!}
      selectedKey={value}
      inputValue={text}
      onInputChange={(next) => {
        setTyped(next);
        onSearch(next);
        if (next === '' && value !== null) onChange(null);
      }}
      onSelectionChange={(key) => choose(key === null ? null : String(key))}
      onOpenChange={(isOpen) => !isOpen && setTyped(null)}
      items={options}
      defaultFilter={() => true}
      allowsEmptyCollection
      menuTrigger="focus"
      isInvalid={(field.problems?.length ?? 0) > 0}
      isRequired={field.isRequired ?? false}
      validationBehavior="aria"
    >
      <Label className={classes.label!}>{field.label}</Label>
      <Group className={classes.group!}>
        <Input
          className={`${classes.input} ${classes.bare}`}
          {...(placeholder !== undefined && { placeholder })}
          {...(text !== '' && { dir: 'auto' })}
        />
        <Button className={classes.step!}>
          <ChevronDown aria-hidden="true" size={16} />
        </Button>
      </Group>
      <FieldNotes {...field} />
      <Popover className={classes.popover!}>
        <ListBox<ComboOption>
          className={classes.list!}
          renderEmptyState={() => <p className={classes.nothing}>{empty}</p>}
        >
          {(option) => (
            <ListBoxItem id={option.value} textValue={option.label} className={classes.option!}>
              <span>
                <bdi>{option.label}</bdi>
                {option.note !== undefined && <small className={classes.note}>{option.note}</small>}
              </span>
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}
