import type { ReactNode } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { usePopup } from '../controls/use-popup.js';
import { ChevronsUpDown } from '../icons/icons.generated.js';
import classes from './menus.module.css';

interface SwitcherProps {
  /** What is chosen here, for screen readers. */
  readonly label: string;
  readonly current: string;
  readonly choices: readonly { readonly id: string; readonly name: string }[];
  readonly onChoose: (id: string) => void;
}

const loadList = async () => (await import('./switcher-list.js')).SwitcherList;

/** Chooses for which organisation or publisher the pages work. With one choice it is only a name. */
export function Switcher(props: SwitcherProps): ReactNode {
  const name = props.choices.find(({ id }) => id === props.current)?.name ?? '';
  if (props.choices.length > 1) return <SwitcherButton {...props} name={name} />;
  return name === '' ? null : (
    <p className={classes.only}>
      <bdi>{name}</bdi>
    </p>
  );
}

function SwitcherButton({ label, name, current, choices, onChoose }: SwitcherProps & { name: string }): ReactNode {
  const { button, popup, Popup } = usePopup({ kind: 'menu', label, load: loadList });
  return (
    <>
      <AriaButton {...button} className={classes.switcher!} aria-label={`${label}: ${name}`}>
        <bdi>{name}</bdi>
        <ChevronsUpDown aria-hidden="true" />
      </AriaButton>
      {Popup && <Popup popup={popup} current={current} choices={choices} onChoose={onChoose} />}
    </>
  );
}
