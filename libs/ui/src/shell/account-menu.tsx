import { useState, type ReactNode } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { ProblemError } from '@kushk/api-client';
import { usePopup } from '../controls/use-popup.js';
import { showToast } from '../feedback/toast-store.js';
import { useTexts } from '../language.js';
import { useLazyPart } from '../page/lazy-part.js';
import { useSession } from '../session/session-context.js';
import { signOut } from '../session/session.js';
import classes from './menus.module.css';

const loadMenu = async () => (await import('./account-menu-list.js')).AccountMenuList;
const loadSessions = async () => (await import('../session/sessions-dialog.js')).SessionsDialog;
const loadHelp = async () => (await import('../commands/keyboard-help.js')).KeyboardHelp;

/** The signed-in person, with the sessions, the keyboard help and the sign-out. `role` is the role in words. */
export function AccountMenu({ role }: { role: string }): ReactNode {
  const { t } = useTexts();
  const { person } = useSession();
  const { button, popup, Popup } = usePopup({ kind: 'menu', label: t('account.menu'), load: loadMenu });
  const [open, setOpen] = useState<'sessions' | 'keys' | null>(null);
  const close = (): void => setOpen(null);
  const Sessions = useLazyPart(loadSessions, { isWanted: open === 'sessions', onFailure: close });
  const Help = useLazyPart(loadHelp, { isWanted: open === 'keys', onFailure: close });
  const leave = (): void => {
    signOut().catch((error: unknown) => {
      const detail = error instanceof ProblemError ? ` ${error.message}` : '';
      showToast({ tone: 'bad', message: t('account.not_signed_out') + detail });
    });
  };
  return (
    <>
      <AriaButton {...button} className={classes.account!}>
        <span className="hidden-visually">{t('account.menu')}</span>
        <span aria-hidden="true" className={classes.face}>
          {[...person.name][0]}
        </span>
        <span className={classes.who}>
          <bdi>
            <b>{person.name}</b>
          </bdi>
          <small>{role}</small>
        </span>
      </AriaButton>
      {Popup && <Popup popup={popup} onSelect={(choice) => (choice === 'sign_out' ? leave() : setOpen(choice))} />}
      {open === 'sessions' && Sessions && <Sessions isOpen onClose={close} />}
      {open === 'keys' && Help && <Help onClose={close} />}
    </>
  );
}
