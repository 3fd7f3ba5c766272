import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { usePopup } from '../controls/use-popup.js';
import { CircleHelp } from '../icons/icons.generated.js';
import { documentLanguage, useTexts } from '../language.js';
import classes from './help.module.css';
import type { HelpTerm } from './help-terms.js';

const texts = {
  en: async () => (await import('./help-texts-en.js')).english,
  fa: async () => (await import('./help-texts-fa.js')).persian,
};

/** The texts are no texts of the application: every first screen would load them. */
const loadHelp = async () => {
  const [{ helpPopoverOf }, found] = await Promise.all([import('./help-popover.js'), texts[documentLanguage()]()]);
  return helpPopoverOf(found);
};

interface HelpProps {
  readonly term: HelpTerm;
  /** The word as it stands beside the button. */
  readonly of: string;
}

/** A button beside a word that people meet first on our pages: it opens a sentence, and a link to the document. */
export function Help({ term, of }: HelpProps): ReactNode {
  const { t } = useTexts();
  const { button, popup, Popup } = usePopup({ kind: 'dialog', label: t('help.of', { of }), load: loadHelp });
  return (
    <>
      <Button {...button} className={classes.button!} aria-label={popup.label}>
        <CircleHelp aria-hidden="true" />
      </Button>
      {Popup && <Popup popup={popup} term={term} />}
    </>
  );
}
