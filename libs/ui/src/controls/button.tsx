import type { ReactNode, RefAttributes } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components';
import classes from './button.module.css';

export interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'style'> {
  readonly look?: 'primary' | 'plain' | 'quiet' | 'danger';
  readonly children: ReactNode;
}

/**
 * With `isPending`, the button keeps the focus and ignores presses. React Aria's own `isPending` announces this through
 * an element that refers to the button by its id: after a navigation nothing has this id, which axe-core reports.
 */
export function Button({ look = 'plain', isPending = false, onPress, ...props }: ButtonProps): ReactNode {
  return (
    <AriaButton
      {...props}
      {...(isPending ? { type: 'button' as const } : onPress !== undefined && { onPress })}
      className={`${classes.button} ${classes[look]} ${isPending ? classes.pending : ''}`}
    />
  );
}

interface IconButtonProps extends Omit<ButtonProps, 'look'>, RefAttributes<HTMLButtonElement> {
  readonly 'aria-label': string;
}

/** Its only content is an icon, so it needs a name. */
export function IconButton(props: IconButtonProps): ReactNode {
  return <AriaButton {...props} className={`${classes.button} ${classes.quiet} ${classes.square}`} />;
}

/** A link that looks like a button: for what leads to another page. The router's link takes it as its class. */
export const buttonLink = ({ look = 'plain' }: Pick<ButtonProps, 'look'> = {}): string =>
  `${classes.button} ${classes[look]} ${classes.link}`;
