import type { ReactNode } from 'react';
import { ListBox, ListBoxItem, Popover } from 'react-aria-components';
import { Check } from '../icons/icons.generated.js';
import { fieldClasses as classes } from './field-parts.js';
import type { SelectOption } from './select.js';
import type { Popup } from './use-popup.js';

interface SelectListProps {
  readonly popup: Popup;
  readonly value: string | null;
  readonly options: readonly SelectOption[];
  readonly onChange: (value: string) => void;
}

/** As in React Aria's own select: to choose what is chosen already closes the list, too. */
const reportsEveryChoice = { allowDuplicateSelectionEvents: true };

export function SelectList({ popup, value, options, onChange }: SelectListProps): ReactNode {
  const { label, triggerRef, isOpen, onClose } = popup;
  return (
    <Popover
      className={classes.popover!}
      trigger="Select"
      aria-label={label}
      triggerRef={triggerRef}
      placement="bottom start"
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
    >
      <ListBox
        {...reportsEveryChoice}
        className={classes.list!}
        aria-label={label}
        autoFocus
        shouldFocusOnHover
        selectionMode="single"
        disallowEmptySelection
        selectedKeys={value === null ? [] : [value]}
        onSelectionChange={(keys) => {
          const [chosen] = keys;
          if (chosen !== undefined && chosen !== value) onChange(String(chosen));
          onClose();
        }}
      >
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
  );
}
