import type { ComponentType } from 'react';
import { Dialog, Heading, Popover } from 'react-aria-components';
import type { Popup } from '../controls/use-popup.js';
import { documentLanguage } from '../language.js';
import classes from './help.module.css';
import type { HelpTerm, HelpTexts } from './help-terms.js';

interface HelpPopoverProps {
  readonly popup: Popup;
  readonly term: HelpTerm;
}

/** Returns the component that shows one of the texts at its button. */
export function helpPopoverOf(texts: HelpTexts): ComponentType<HelpPopoverProps> {
  return function HelpPopover({ popup, term }) {
    const { triggerRef, isOpen, onClose } = popup;
    const { title, text, section } = texts[term];
    return (
      <Popover
        className={classes.popover!}
        triggerRef={triggerRef}
        placement="bottom start"
        isOpen={isOpen}
        onOpenChange={(open) => !open && onClose()}
      >
        <Dialog className={classes.dialog!}>
          <Heading slot="title" className={classes.title!}>
            {title}
          </Heading>
          <p>{text}</p>
          <a href={`/docs/${documentLanguage()}/terms#${section}`} target="_blank">
            {texts.more}
          </a>
        </Dialog>
      </Popover>
    );
  };
}
