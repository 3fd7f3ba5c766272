import { Check, CircleAlert, Info, X } from '../icons/icons.generated.js';
import { useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { Button, IconButton } from '../controls/button.js';
import { useTexts } from '../language.js';
import { closeToast, currentToasts, subscribeToToasts, type Toast } from './toast-store.js';
import classes from './toasts.module.css';

const icons = { good: Check, bad: CircleAlert, neutral: Info } as const;
const SHOWN_MS = 6_000;

/** The region of short messages. Screen readers read new ones. All stay while one has the focus or the pointer. */
export function Toasts(): ReactNode {
  const { t } = useTexts();
  const toasts = useSyncExternalStore(subscribeToToasts, currentToasts);
  const [isHeld, setHeld] = useState(false);
  return (
    <div
      className={classes.region}
      role="region"
      aria-label={t('toasts')}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <ol aria-live="polite" aria-relevant="additions">
        {toasts.map((toast) => (
          <ToastItem key={toast.id} toast={toast} isHeld={isHeld} />
        ))}
      </ol>
    </div>
  );
}

function ToastItem({ toast, isHeld }: { toast: Toast; isHeld: boolean }): ReactNode {
  const { t } = useTexts();
  const { id, tone, message, action } = toast;
  // An error stays until it is closed.
  const isTimed = tone !== 'bad' && !isHeld;
  useEffect(() => {
    if (!isTimed) return;
    const timer = setTimeout(() => closeToast(id), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [id, isTimed]);
  const Icon = icons[tone];
  return (
    <li className={`${classes.toast} ${classes[tone]}`}>
      <Icon aria-hidden="true" />
      <span>{message}</span>
      {action && (
        <Button
          look="quiet"
          onPress={() => {
            action.run();
            closeToast(id);
          }}
        >
          {action.title}
        </Button>
      )}
      <IconButton aria-label={t('close')} onPress={() => closeToast(id)}>
        <X />
      </IconButton>
    </li>
  );
}
