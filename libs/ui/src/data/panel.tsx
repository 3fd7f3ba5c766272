import { useId, type ReactNode } from 'react';
import { Help } from '../help/help.js';
import type { HelpTerm } from '../help/help-terms.js';
import classes from './panel.module.css';

interface PanelProps {
  readonly title: ReactNode;
  /** The term of the title that has a help; the title is a text then. */
  readonly help?: HelpTerm;
  readonly note?: ReactNode;
  readonly actions?: ReactNode;
  readonly flush?: boolean;
  readonly children: ReactNode;
}

/** One section of a page, named by its heading. */
export function Panel({ title, help, note, actions, flush = false, children }: PanelProps): ReactNode {
  const id = useId();
  return (
    <section className={classes.panel} aria-labelledby={id}>
      <header className={classes.head}>
        <div className={classes.heading}>
          <h2 id={id}>{title}</h2>
          {help !== undefined && <Help term={help} of={String(title)} />}
          {note !== undefined && <span className={classes.note}>{note}</span>}
        </div>
        {actions !== undefined && <div className={classes.actions}>{actions}</div>}
      </header>
      <div className={flush ? classes.flush : classes.body}>{children}</div>
    </section>
  );
}

interface FactsProps {
  readonly facts: readonly (readonly [name: string, value: ReactNode, help?: HelpTerm])[];
}

/** Names and values. Values that are codes are wrapped by `Code`. */
export function Facts({ facts }: FactsProps): ReactNode {
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value, help]) => (
        <div key={name}>
          <dt>
            {name}
            {help !== undefined && <Help term={help} of={name} />}
          </dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Ids, hosts, paths, digests: left to right in either language, and never torn by bidi. */
export function Code({
  children,
  soft = false,
  breaks = false,
}: {
  children: string;
  soft?: boolean;
  breaks?: boolean;
}): ReactNode {
  return (
    <bdi dir="ltr" className={`${classes.code} ${soft ? classes.soft : ''} ${breaks ? classes.breaks : ''}`}>
      {children}
    </bdi>
  );
}

/** How many characters at the end of an id are always shown. */
const ID_END = 6;

/** An id on one line. What does not fit is left out in its middle, but is still in the title, found and copied. */
export function Id({ children }: { children: string }): ReactNode {
  return (
    <bdi dir="ltr" className={`${classes.code} ${classes.soft} ${classes.id}`} title={children}>
      <span>
        <span>{children.slice(0, -ID_END)}</span>
        {children.slice(-ID_END)}
      </span>
    </bdi>
  );
}
