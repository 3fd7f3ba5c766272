import { ChevronRight, Menu } from 'lucide-react';
import { createContext, Fragment, use, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { Dialog, DialogTrigger, Modal, ModalOverlay } from 'react-aria-components';
import { IconButton } from '../controls/button.js';
import { useTexts } from '../language.js';
import { Mark } from './mark.js';
import classes from './shell.module.css';

interface ShellProps {
  readonly place: string;
  /** `close` puts the drawer of narrow screens away. */
  readonly navigation: (close: () => void) => ReactNode;
  readonly account: ReactNode;
  readonly tools: ReactNode;
  readonly children: ReactNode;
}

const BarContext = createContext<HTMLElement | null>(null);

/** Where a page stands, told in the bar above it: what leads here as links, the page itself last. */
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
              <li {...(at === steps.length - 1 && { 'aria-current': 'page' })}>{step}</li>
            </Fragment>
          ))}
        </ol>
      </nav>,
      bar,
    )
  );
}

/** What stands around every page: the name of the place, where one can go, who one is. */
export function Shell({ place, navigation, account, tools, children }: ShellProps): ReactNode {
  const { t } = useTexts();
  const [bar, setBar] = useState<HTMLElement | null>(null);
  const brand = (
    <span className={classes.brand}>
      <Mark />
      <strong>{t('product.name')}</strong>
      <span>{place}</span>
    </span>
  );
  return (
    <div className={classes.shell}>
      <a className={classes.skip} href="#main">
        {t('shell.skip')}
      </a>
      <aside className={classes.side}>
        <div className={classes.stays}>
          {brand}
          <nav aria-label={t('shell.navigation')}>{navigation(() => undefined)}</nav>
          <div className={classes.foot}>{account}</div>
        </div>
      </aside>
      <header className={classes.bar}>
        <div className={classes.narrow}>
          <DialogTrigger>
            <IconButton aria-label={t('shell.open_navigation')}>
              <Menu />
            </IconButton>
            <ModalOverlay isDismissable className={classes.veil}>
              <Modal className={classes.drawer}>
                <Dialog aria-label={t('shell.navigation')} className={classes.sheet}>
                  {({ close }) => (
                    <>
                      {brand}
                      <nav aria-label={t('shell.navigation')}>{navigation(close)}</nav>
                      <div className={classes.foot}>{account}</div>
                    </>
                  )}
                </Dialog>
              </Modal>
            </ModalOverlay>
          </DialogTrigger>
        </div>
        <div ref={setBar} className={classes.where} />
        <div className={classes.tools}>{tools}</div>
      </header>
      <main id="main" tabIndex={-1} className={classes.main}>
        <BarContext value={bar}>{children}</BarContext>
      </main>
    </div>
  );
}
