import { useState, type ReactNode } from 'react';
import {
  Button,
  Dialog,
  DialogActions,
  ModalDialog,
  Panel,
  ProblemNotice,
  showToast,
  TextField,
  useTexts,
} from '@kushk/ui';
import classes from './gallery.module.css';

/** Dialogs, and what they leave behind. */
export function Dialogs(): ReactNode {
  const { t } = useTexts();
  return (
    <Panel title="Dialogs">
      <div className={classes.row}>
        <Dialog
          title={t('organisation.person.remove.title', { name: 'مریم رستمی' })}
          isAlert
          opener={<Button look="danger">{t('organisation.person.remove')}</Button>}
        >
          {(close) => (
            <>
              <p>{t('organisation.person.remove.what')}</p>
              <DialogActions>
                <Button look="quiet" onPress={close}>
                  {t('records.cancel')}
                </Button>
                <Button look="danger" onPress={close}>
                  {t('organisation.person.remove')}
                </Button>
              </DialogActions>
            </>
          )}
        </Dialog>
        <FormDialog />
        <Button onPress={() => showToast({ tone: 'good', message: t('copied') })}>Toast</Button>
      </div>
    </Panel>
  );
}

function FormDialog(): ReactNode {
  const { t } = useTexts();
  const [isOpen, setOpen] = useState(false);
  const [name, setName] = useState('');
  const [error, setError] = useState<Error | null>(null);
  const close = (): void => setOpen(false);
  return (
    <>
      <Button look="primary" onPress={() => setOpen(true)}>
        {t('organisation.create')}
      </Button>
      <ModalDialog title={t('organisation.create')} isOpen={isOpen} onClose={close}>
        <TextField label={t('organisation.name')} value={name} onChange={setName} isRequired isFirst />
        {error !== null && <ProblemNotice error={error} title={t('organisation.not_created')} />}
        <DialogActions>
          <Button look="quiet" onPress={close}>
            {t('records.cancel')}
          </Button>
          <Button look="primary" isDisabled={name === ''} onPress={() => setError(new TypeError())}>
            {t('organisation.create')}
          </Button>
        </DialogActions>
      </ModalDialog>
    </>
  );
}
