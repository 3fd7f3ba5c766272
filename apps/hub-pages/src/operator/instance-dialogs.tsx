import { useState, type ReactNode } from 'react';
import { Button, Code, DialogActions, DialogContent, Facts, ModalDialog, useTexts } from '@kushk/ui';
import { FormDialog } from '../dialogs/form-dialog.js';
import { NameField, RequiredField } from '../dialogs/required-field.js';
import { SecretDialog } from '../dialogs/secret-dialog.js';
import { TextToStore } from '../dialogs/text-to-store.js';
import { registerInstance, type Registered } from './queries.js';

const PLUGIN_API = '1.0';

/** Registers an instance; the dialog after it shows how the instance connects. */
export function RegisterInstanceDialog({
  onClose,
}: {
  readonly onClose: (registered: Registered | null) => void;
}): ReactNode {
  const { t } = useTexts();
  const [id, setId] = useState('');
  const [name, setName] = useState('');
  const [api, setApi] = useState(PLUGIN_API);
  return (
    <FormDialog<Registered>
      title={t('operator.instances.add')}
      text={t('operator.instances.add.what')}
      action={t('operator.instances.add')}
      isIncomplete={[id, name, api].some((value) => value.trim() === '')}
      fields={['/name', '/id', '/plugin_api']}
      run={() => registerInstance({ id: id.trim(), name: name.trim(), plugin_api: api.trim() })}
      onClose={onClose}
    >
      {(isTried, problemsAt) => (
        <>
          <NameField value={name} onChange={setName} isTried={isTried} problems={problemsAt('/name')} />
          <RequiredField
            label={t('operator.id')}
            description={t('operator.instances.id.hint')}
            isCode
            value={id}
            onChange={setId}
            maxLength={32}
            isTried={isTried}
            problems={problemsAt('/id')}
          />
          <RequiredField
            label={t('operator.instances.api')}
            description={t('operator.instances.api.hint')}
            isCode
            value={api}
            onChange={setApi}
            maxLength={20}
            isTried={isTried}
            problems={problemsAt('/plugin_api')}
          />
        </>
      )}
    </FormDialog>
  );
}

interface LinkDialogProps {
  readonly registered: Registered;
  readonly onClose: () => void;
}

/** Shows how the instance connects to the hub: its credentials, which are returned only now, and the keys it pins. */
export function LinkDialog({ registered, onClose }: LinkDialogProps): ReactNode {
  const { t } = useTexts();
  const { id, name, link } = registered;
  const title = t('operator.instances.link', { name });
  const keys = 'pinned_keys' in registered && (
    <>
      <p>{t('operator.instances.pinned')}</p>
      <TextToStore
        name={t('operator.instances.pinned.name')}
        text={JSON.stringify(registered.pinned_keys, null, 2)}
        fileName={`${id}-pinned.json`}
      />
    </>
  );
  if (link === null) {
    return (
      <ModalDialog title={title} isOpen onClose={onClose}>
        <DialogContent>
          <p>{t('operator.instances.link.none')}</p>
          <Facts facts={[[t('operator.id'), <Code>{id}</Code>]]} />
          {keys}
          <DialogActions>
            <Button look="primary" onPress={onClose}>
              {t('close')}
            </Button>
          </DialogActions>
        </DialogContent>
      </ModalDialog>
    );
  }
  return (
    <SecretDialog
      title={title}
      secret={link.credentials}
      fileName={`${id}-link.creds`}
      text={t('operator.instances.link.what')}
      onClose={onClose}
    >
      <Facts facts={[[t('operator.instances.link.address'), <Code breaks>{link.url}</Code>]]} />
      {keys}
    </SecretDialog>
  );
}
