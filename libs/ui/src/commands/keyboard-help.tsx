import type { ReactNode } from 'react';
import { Button } from '../controls/button.js';
import { DialogActions } from '../controls/dialog-actions.js';
import { ModalDialog } from '../controls/dialog.js';
import { useKeyTitles } from '../keys.js';
import { useTexts } from '../language.js';
import classes from './keyboard-help.module.css';

/** `KeyA` → `A`, `Shift+KeyX` → `Shift X`, `Slash` → `/`. */
const labels: Readonly<Record<string, string>> = { Slash: '/', Escape: 'Esc', Enter: '⏎', Space: '␣' };
const labelOf = (code: string): string =>
  labels[code] ?? code.replace('Shift+', 'Shift ').replace(/(Key|Digit)(?=.$)/, '');

/** Lists the keys of the current page, then those of all pages. */
export function KeyboardHelp({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useTexts();
  const titles = useKeyTitles();
  const ofPage = titles.flatMap((one) => Object.entries(one));
  const general = [
    ['Ctrl K', t('keys.palette')],
    ['?', t('keys.help')],
    ['Esc', t('keys.close')],
    ['Tab', t('keys.next')],
  ] as const;
  return (
    <ModalDialog title={t('keys.title')} isOpen onClose={onClose}>
      {ofPage.length > 0 && (
        <Keys title={t('keys.page')} keys={ofPage.map(([code, title]) => [labelOf(code), title] as const)} />
      )}
      <Keys title={t('keys.everywhere')} keys={general} />
      <DialogActions>
        <Button onPress={onClose} autoFocus>
          {t('close')}
        </Button>
      </DialogActions>
    </ModalDialog>
  );
}

function Keys({ title, keys }: { title: string; keys: readonly (readonly [string, string])[] }): ReactNode {
  return (
    <section className={classes.section}>
      <h3>{title}</h3>
      <dl className={classes.keys}>
        {keys.map(([key, what]) => (
          <div key={key + what}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
