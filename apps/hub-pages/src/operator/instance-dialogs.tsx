import { useState, type ReactNode } from 'react';
import type { OperatorComponents } from '@kushk/api-client';
import { Button, Code, DialogActions, Facts, ModalDialog, TextField, useTexts } from '@kushk/ui';
import { FormDialog } from '../staff/form-dialog.js';
import { SecretDialog } from '../staff/secret-dialog.js';
import { registerInstance } from './queries.js';

export type Registered = OperatorComponents['schemas']['RegisteredInstance'];
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
  const missing = (value: string, isTried: boolean): readonly string[] =>
    isTried && value.trim() === '' ? [t('staff.required')] : [];
  return (
    <FormDialog<Registered>
      title={t('operator.instances.add')}
      text={t('operator.instances.add.what')}
      action={t('operator.instances.add')}
      isIncomplete={[id, name, api].some((value) => value.trim() === '')}
      run={() => registerInstance({ id: id.trim(), name: name.trim(), plugin_api: api.trim() })}
      onClose={onClose}
    >
      {(isTried) => (
        <>
          <TextField
            label={t('operator.name')}
            isRequired
            value={name}
            onChange={setName}
            maxLength={200}
            problems={missing(name, isTried)}
          />
          <TextField
            label={t('operator.id')}
            description={t('operator.instances.id.hint')}
            isRequired
            isCode
            value={id}
            onChange={setId}
            maxLength={32}
            problems={missing(id, isTried)}
          />
          <TextField
            label={t('operator.instances.api')}
            isRequired
            isCode
            value={api}
            onChange={setApi}
            maxLength={20}
            problems={missing(api, isTried)}
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

/** Shows once how the instance connects to the hub. */
export function LinkDialog({ registered: { id, name, link }, onClose }: LinkDialogProps): ReactNode {
  const { t } = useTexts();
  if (link === null) {
    return (
      <ModalDialog title={t('operator.instances.link', { name })} isOpen onClose={onClose}>
        <p>{t('operator.instances.link.none')}</p>
        <Facts facts={[[t('operator.id'), <Code>{id}</Code>]]} />
        <DialogActions>
          <Button look="primary" onPress={onClose}>
            {t('close')}
          </Button>
        </DialogActions>
      </ModalDialog>
    );
  }
  return (
    <SecretDialog
      title={t('operator.instances.link', { name })}
      secret={link.credentials}
      text={t('operator.instances.link.what')}
      onClose={onClose}
    >
      <Facts facts={[[t('operator.instances.link.address'), <Code breaks>{link.url}</Code>]]} />
    </SecretDialog>
  );
}
