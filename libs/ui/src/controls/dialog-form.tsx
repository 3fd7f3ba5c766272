import type { ReactNode } from 'react';
import classes from './dialog-form.module.css';

/** The content of a dialog without fields. */
export const DialogContent = ({ children }: { children: ReactNode }): ReactNode => (
  <div className={classes.form}>{children}</div>
);

interface DialogFormProps {
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

/** The fields and actions of a dialog below each other. Enter submits them. */
export function DialogForm({ onSubmit, children }: DialogFormProps): ReactNode {
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}
