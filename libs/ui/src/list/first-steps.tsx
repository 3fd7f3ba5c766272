import { useState, type ReactNode } from 'react';
import { IconButton } from '../controls/button.js';
import { Panel } from '../data/panel.js';
import { digits } from '../dates/dates.js';
import { Circle, CircleCheck, X } from '../icons/icons.generated.js';
import { useTexts } from '../language.js';
import classes from './first-steps.module.css';
import { Lines } from './lines.js';
import { RowTitle } from './row-title.js';

export interface FirstStep {
  readonly key: string;
  readonly isDone: boolean;
  /** A link to the place where it is done. */
  readonly link: ReactNode;
  /** What it is for; shown while it is open. */
  readonly why: string;
}

interface FirstStepsProps {
  /** Names the person and what they begin with: the browser stores under it that the list is over. */
  readonly of: string;
  /** Null until it is known what is done. */
  readonly steps: readonly FirstStep[] | null;
}

const PREFIX = 'kushk.first-steps.';

function isStored(key: string): boolean {
  try {
    return localStorage.getItem(PREFIX + key) !== null;
  } catch {
    return false;
  }
}

function store(key: string): void {
  try {
    localStorage.setItem(PREFIX + key, 'closed');
  } catch {
    // The list comes back with the next page.
  }
}

/** What to do first, and what of it is done. It is gone once all is done, or the person closes it. */
export function FirstSteps({ of, steps }: FirstStepsProps): ReactNode {
  const { t, language } = useTexts();
  const [closed, setClosed] = useState<string | null>(null);
  const done = steps?.filter(({ isDone }) => isDone).length;
  if (steps === null || done === steps.length || closed === of || isStored(of)) return null;
  const close = (): void => {
    store(of);
    setClosed(of);
  };
  return (
    <Panel
      title={t('first.title')}
      note={t('first.count', { done: digits(done ?? 0, language), all: digits(steps.length, language) })}
      actions={
        <IconButton aria-label={t('first.close')} onPress={close}>
          <X />
        </IconButton>
      }
      flush
    >
      <Lines>
        {steps.map(({ key, isDone, link, why }) => (
          <li key={key} className={isDone ? classes.done : classes.open}>
            {isDone ? <CircleCheck role="img" aria-label={t('first.done')} /> : <Circle aria-hidden="true" />}
            <RowTitle title={link}>{!isDone && <small>{why}</small>}</RowTitle>
          </li>
        ))}
      </Lines>
    </Panel>
  );
}
