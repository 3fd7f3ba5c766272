import { ChevronRight, Menu } from '../icons/icons.generated.js';
import { createContext, Fragment, use, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { ConnectionNotice } from '../connection/connection-notice.js';
import { IconButton } from '../controls/button.js';
import { TitleText } from '../data/title-text.js';
import { Toasts } from '../feedback/toasts.js';
import { useTexts } from '../language.js';
import { useLazyPart } from '../page/lazy-part.js';
import { ClockNotice } from '../session/clock-notice.js';
import { SessionGuard } from '../session/session-guard.js';
import { Mark } from './mark.js';
import classes from './shell.module.css';

interface ShellProps {
  readonly place: string;
  /** Chooses between organisations or publishers. */
  readonly switcher?: ReactNode;
  /** `close` closes the drawer of narrow screens. */
  readonly navigation: (close: () => void) => ReactNode;
  readonly account: ReactNode;
  readonly tools: ReactNode;
  readonly children: ReactNode;
}

const loadDrawer = async () => (await import('./navigation-drawer.js')).NavigationDrawer;

const BarContext = createContext<HTMLElement | null>(null);

/**
 * The path to the page in the bar above it: links to the pages above, then the page itself. A step has the direction of
 * its text, which must not be in a `bdi` of its own: that one would not count.
 */
export function PagePath({ steps }: { steps: readonly ReactNode[] }): ReactNode {
  const { t } = useTexts();
  const bar = use(BarContext);
  return (
    bar &&
    createPortal(
      <nav aria-label={t('shell.path')}>
        <ol className={classes.path}>
          {steps.map((step, at) => (
            <Fragment key={at}>
              {at > 0 && (
                <li aria-hidden="true">
                  <ChevronRight className="mirrors" size={14} />
                </li>
              )}
              <li {...(at === steps.length - 1 && { 'aria-current': 'page' })}>
                {typeof step === 'string' ? <TitleText>{step}</TitleText> : <bdi>{step}</bdi>}
              </li>
            </Fragment>
          ))}
        </ol>
      </nav>,
      bar,
    )
  );
}

/** The frame of all pages: navigation, account, path, notices. */
export function Shell({ place, switcher, navigation, account, tools, children }: ShellProps): ReactNode {
  const { t } = useTexts();
  const [bar, setBar] = useState<HTMLElement | null>(null);
  const side = (close: () => void): ReactNode => (
    <>
      <span className={classes.brand}>
        <Mark />
        <strong>{t('product.name')}</strong>
        <span>{place}</span>
      </span>
      {switcher}
      <nav aria-label={t('shell.navigation')}>{navigation(close)}</nav>
      <div className={classes.foot}>{account}</div>
    </>
  );
  return (
    <div className={classes.shell}>
      <a className={classes.skip} href="#main">
        {t('shell.skip')}
      </a>
      <aside className={classes.side}>
        <div className={classes.stays}>{side(() => undefined)}</div>
      </aside>
      <header className={classes.bar}>
        <NarrowNavigation>{side}</NarrowNavigation>
        <div ref={setBar} className={classes.where} />
        <div className={classes.tools}>{tools}</div>
      </header>
      <main id="main" tabIndex={-1} className={classes.main}>
        <ConnectionNotice />
        <ClockNotice />
        <BarContext value={bar}>{children}</BarContext>
      </main>
      <Toasts />
      <SessionGuard />
    </div>
  );
}

/** The navigation of narrow screens, in a drawer. */
function NarrowNavigation({ children }: { children: (close: () => void) => ReactNode }): ReactNode {
  const { t } = useTexts();
  const [isOpen, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  const Drawer = useLazyPart(loadDrawer, { isWanted: isOpen, onFailure: close });
  return (
    <div className={classes.narrow}>
      <IconButton
        aria-label={t('shell.open_navigation')}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPress={() => setOpen(true)}
      >
        <Menu />
      </IconButton>
      {Drawer && (
        <Drawer isOpen={isOpen} onClose={close}>
          {children(close)}
        </Drawer>
      )}
    </div>
  );
}
