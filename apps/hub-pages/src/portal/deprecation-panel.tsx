import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { Button, Code, Notice, Select, showToast, TextField, useTexts } from '@kushk/ui';
import { ConfirmDialog } from '../dialogs/confirm-dialog.js';
import { FormDialog } from '../dialogs/form-dialog.js';
import { usePublisher } from './publisher-pages.js';
import { deprecatePlugin, endDeprecation, pluginNamesQuery, type Plugin } from './queries.js';

const REASON_MAX_CHARACTERS = 2_000;
const NO_SUCCESSOR = '';

/** Deprecates a plugin that is recommended. */
export function DeprecateButton({ plugin }: { readonly plugin: Plugin }): ReactNode {
  const { t } = useTexts();
  const [isOpen, setOpen] = useState(false);
  if (plugin.deprecation !== null) return null;
  return (
    <>
      <Button onPress={() => setOpen(true)}>{t('portal.deprecate')}</Button>
      {isOpen && <DeprecateDialog id={plugin.id} onClose={() => setOpen(false)} />}
    </>
  );
}

function DeprecateDialog({ id, onClose }: { readonly id: string; readonly onClose: () => void }): ReactNode {
  const { t } = useTexts();
  const publisher = usePublisher();
  const { data: names } = useQuery(pluginNamesQuery(publisher.id));
  const [reason, setReason] = useState('');
  const [successor, setSuccessor] = useState(NO_SUCCESSOR);
  const isMissing = reason.trim() === '';
  const others = [...(names?.keys() ?? [])].filter((other) => other !== id);
  return (
    <FormDialog
      title={t('portal.deprecate.title')}
      text={t('portal.deprecate.what')}
      action={t('portal.deprecate')}
      isIncomplete={isMissing}
      fields={['/reason']}
      run={async () => {
        const body = { reason: reason.trim(), successor: successor === NO_SUCCESSOR ? null : successor };
        await deprecatePlugin({ publisher_id: publisher.id, plugin_id: id }, body);
        return true;
      }}
      onClose={(isDone) => {
        onClose();
        if (isDone === true) showToast({ tone: 'good', message: t('portal.deprecate.done') });
      }}
    >
      {(isTried, problemsAt) => (
        <>
          <TextField
            label={t('portal.deprecate.reason')}
            description={t('portal.deprecate.reason.hint')}
            rows={3}
            isRequired
            maxLength={REASON_MAX_CHARACTERS}
            value={reason}
            onChange={setReason}
            problems={isTried && isMissing ? [t('dialogs.reason.empty')] : problemsAt('/reason')}
          />
          <Select
            label={t('portal.deprecate.successor')}
            value={successor}
            onChange={setSuccessor}
            options={[
              { value: NO_SUCCESSOR, label: t('portal.deprecate.successor.none') },
              ...others.map((other) => ({ value: other, label: other })),
            ]}
          />
        </>
      )}
    </FormDialog>
  );
}

/** What stores and installations show of a deprecated plugin, and how to end it. */
export function DeprecationNotice({ plugin: { id, deprecation } }: { readonly plugin: Plugin }): ReactNode {
  const { t } = useTexts();
  const publisher = usePublisher();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {deprecation !== null && (
        <Notice tone="warn" title={t('portal.deprecated')}>
          <p dir="auto">{deprecation.reason}</p>
          {deprecation.successor !== null && (
            <p>
              {t('portal.deprecate.successor')}{' '}
              <Link
                to="/portal/$publisher/plugins/$plugin"
                params={{ publisher: publisher.id, plugin: deprecation.successor }}
              >
                <Code>{deprecation.successor}</Code>
              </Link>
            </p>
          )}
          <Button onPress={() => setOpen(true)}>{t('portal.deprecate.end')}</Button>
        </Notice>
      )}
      {isOpen && (
        <ConfirmDialog
          title={t('portal.deprecate.end')}
          text={t('portal.deprecate.end.what')}
          action={t('portal.deprecate.end')}
          run={() => endDeprecation({ publisher_id: publisher.id, plugin_id: id })}
          onClose={(isDone) => {
            setOpen(false);
            if (isDone) showToast({ tone: 'good', message: t('portal.deprecate.ended') });
          }}
        />
      )}
    </>
  );
}
