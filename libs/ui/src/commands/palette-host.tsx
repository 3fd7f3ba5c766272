import { useEffect, useState, type ReactNode } from 'react';
import { Search } from '../icons/icons.generated.js';
import { Button as AriaButton } from 'react-aria-components';
import { useTexts } from '../language.js';
import { useLazyPart } from '../page/lazy-part.js';
import type { CommandGroup } from './command-palette.js';
import type { Command } from './command-store.js';
import classes from './palette-host.module.css';

const loadPalette = async () => (await import('./command-palette.js')).CommandPalette;
const loadHelp = async () => (await import('./keyboard-help.js')).KeyboardHelp;

interface PaletteHostProps {
  readonly pages: readonly Command[];
  readonly search?: (text: string, signal: AbortSignal) => Promise<readonly CommandGroup[]>;
}

/** The button of the command palette, and its keys: Ctrl-K opens the palette, ? the keyboard help. */
export function PaletteHost({ pages, search }: PaletteHostProps): ReactNode {
  const { t } = useTexts();
  const [open, setOpen] = useState<'palette' | 'help' | null>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.code !== 'KeyK' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      event.preventDefault();
      // Over an alert, such as the one that the session has ended, the palette would make it unreachable.
      if (document.querySelector('[role="alertdialog"]')) return;
      setOpen((before) => (before === 'palette' ? null : 'palette'));
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  // The place of the question mark differs between keyboards, so this key is known by its character.
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== '?' && event.key !== '؟') return;
      const isTyping =
        event.target instanceof HTMLElement && event.target.matches('input, textarea, [contenteditable]');
      if (isTyping || document.querySelector('[role="dialog"], [role="alertdialog"]')) return;
      event.preventDefault();
      setOpen('help');
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  const close = (): void => setOpen(null);
  const Palette = useLazyPart(loadPalette, { isWanted: open === 'palette', onFailure: close });
  const Help = useLazyPart(loadHelp, { isWanted: open === 'help', onFailure: close });
  return (
    <>
      <AriaButton className={classes.opener!} onPress={() => setOpen('palette')}>
        <Search aria-hidden="true" />
        <span>{t('palette.title')}</span>
        <kbd aria-hidden="true">Ctrl K</kbd>
      </AriaButton>
      {open === 'palette' && Palette && <Palette pages={pages} {...(search && { search })} onClose={close} />}
      {open === 'help' && Help && <Help onClose={close} />}
    </>
  );
}
