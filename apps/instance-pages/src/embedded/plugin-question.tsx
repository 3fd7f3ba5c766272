import type { ReactNode } from 'react';
import { Button, DialogActions, ModalDialog, useTexts } from '@kushk/ui';
import { PluginOrigin, PluginText, type Plugin } from './plugin-origin.js';
import type { DialogRequest } from './frame-link.js';
import classes from './plugin-dialog.module.css';

interface PluginQuestionProps {
  readonly plugin: Plugin;
  readonly question: Extract<DialogRequest, { method: 'ui.confirm' }>;
  readonly onAnswer: (isConfirmed: boolean) => void;
}

/**
 * A question of a plugin. Title and buttons are ours, so that no plugin can ask to "sign in", and none of them has the
 * primary colour, which stands for our own actions.
 */
export function PluginQuestion({ plugin, question, onAnswer }: PluginQuestionProps): ReactNode {
  const { t } = useTexts();
  const { title, message, tone } = question;
  return (
    <ModalDialog
      isAlert
      isOpen
      title={t('embedded.question.title', { name: plugin.name })}
      onClose={() => onAnswer(false)}
    >
      <PluginOrigin plugin={plugin} />
      <PluginText>{[title, message]}</PluginText>
      <p className={classes.warning}>{t('embedded.question.warning')}</p>
      <DialogActions>
        <Button look="quiet" onPress={() => onAnswer(false)} autoFocus={tone === 'danger'}>
          {t('embedded.cancel')}
        </Button>
        <Button look={tone === 'danger' ? 'danger' : 'plain'} onPress={() => onAnswer(true)}>
          {t('embedded.question.yes')}
        </Button>
      </DialogActions>
    </ModalDialog>
  );
}
