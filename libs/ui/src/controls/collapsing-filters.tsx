import { useId, useState, type ReactNode } from 'react';
import { useTexts } from '../language.js';
import { ChevronDown } from '../icons/icons.generated.js';
import { Button } from './button.js';
import classes from './collapsing-filters.module.css';

interface CollapsingFiltersProps {
  /** How many filters are set. */
  readonly count: number;
  readonly children: ReactNode;
}

/** Filters that a phone shows on request, so that its first screen is the list. */
export function CollapsingFilters({ count, children }: CollapsingFiltersProps): ReactNode {
  const { t } = useTexts();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={classes.filters}>
      <span className={classes.toggle}>
        <Button aria-expanded={isOpen} aria-controls={id} onPress={() => setOpen(!isOpen)}>
          {t('filters', { count })}
          <ChevronDown aria-hidden="true" />
        </Button>
      </span>
      <div id={id} className={isOpen ? classes.open : classes.closed}>
        {children}
      </div>
    </div>
  );
}
