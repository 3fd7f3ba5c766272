import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { RefreshCw, Trash2 } from '@kushk/ui/icons';
import { useState, type ReactNode } from 'react';
import {
  Button,
  Dialog,
  DialogActions,
  inLanguage,
  moment,
  muText,
  Panel,
  ProblemNotice,
  searchForm,
  showToast,
  TextField,
  useTexts,
} from '@kushk/ui';
import { meQuery } from '../organisation/me.js';
import { CredentialsDialog } from '../store/install/credentials-dialog.js';
import { walletQuery } from '../store/queries.js';
import classes from './manage-panel.module.css';
import { useRemove, useRotate, type Installation } from './queries.js';

/** What changes or ends the installation. */
export function ManagePanel({ installation }: { installation: Installation }): ReactNode {
  const { t, language } = useTexts();
  const { data: me, isPending } = useQuery(meQuery);
  const { installation_id: id, names, plugin_id, credentials_until: until } = installation;
  const name = inLanguage(names, language) ?? plugin_id;
  // It says which of the actions there are.
  if (isPending) return null;
  return (
    <Panel title={t('installation.manage')} flush>
      <ul className={classes.actions}>
        <li>
          <div>
            <b>{t('installation.rotate')}</b>
            <p>{t('installation.rotate.what')}</p>
          </div>
          <RotateDialog id={id} polls={installation.delivery === 'poll'} />
        </li>
        {(until !== null || me?.production === false) && (
          <li>
            <div>
              <b>{t('installation.credentials')}</b>
              <p>
                {until === null
                  ? t('installation.credentials.what')
                  : t('installation.credentials.poll', { at: moment(new Date(until), language) })}
              </p>
            </div>
            <CredentialsDialog id={id} name={name} onReading={() => undefined} />
          </li>
        )}
        <li>
          <div>
            <b>{t('installation.remove')}</b>
            <p>{t('installation.remove.what')}</p>
          </div>
          <RemoveDialog id={id} name={name} />
        </li>
      </ul>
    </Panel>
  );
}

function RotateDialog({ id, polls }: { id: string; polls: boolean }): ReactNode {
  const { t } = useTexts();
  const rotate = useRotate(id);
  return (
    <Dialog
      title={t('installation.rotate')}
      isAlert
      opener={
        <Button>
          <RefreshCw aria-hidden="true" />
          {t('installation.rotate.open')}
        </Button>
      }
    >
      {(close) => (
        <>
          <p>{t(polls ? 'installation.rotate.how.poll' : 'installation.rotate.how')}</p>
          {rotate.error && <ProblemNotice error={rotate.error} />}
          <DialogActions>
            <Button look="quiet" onPress={close}>
              {t('installation.cancel')}
            </Button>
            <Button
              look="primary"
              isPending={rotate.isPending}
              onPress={() =>
                rotate.mutate(undefined, {
                  onSuccess: () => {
                    close();
                    showToast({
                      tone: 'good',
                      message: t(polls ? 'installation.rotated.poll' : 'installation.rotated'),
                    });
                  },
                })
              }
            >
              {t('installation.rotate.open')}
            </Button>
          </DialogActions>
        </>
      )}
    </Dialog>
  );
}

function RemoveDialog({ id, name }: { id: string; name: string }): ReactNode {
  const { t } = useTexts();
  return (
    <Dialog
      title={t('installation.remove.title', { name })}
      isAlert
      opener={
        <Button look="danger">
          <Trash2 aria-hidden="true" />
          {t('installation.remove')}
        </Button>
      }
    >
      {(close) => <Removing id={id} name={name} close={close} />}
    </Dialog>
  );
}

/** A keyboard may lack the half-space, and type Arabic letters for Persian ones. */
function isSameName(typed: string, name: string): boolean {
  return typed.trim() === name.trim() || (searchForm(typed) !== '' && searchForm(typed) === searchForm(name));
}

/** Says what becomes of everything, and asks for the name, so that the wrong plugin is not removed. */
function Removing({ id, name, close }: { id: string; name: string; close: () => void }): ReactNode {
  const { t, language } = useTexts();
  const [typed, setTyped] = useState('');
  const remove = useRemove(id);
  const navigate = useNavigate();
  const { data: wallet } = useQuery(walletQuery(id));
  const isConfirmed = isSameName(typed, name);
  const { purchased = '0', gifted = '0' } = wallet?.remaining ?? {};
  return (
    <>
      <ul className={classes.losses}>
        <li>{t('installation.remove.access')}</li>
        {purchased !== '0' && <li>{t('installation.remove.mu.purchased', { mu: muText(purchased, language) })}</li>}
        {gifted !== '0' && <li>{t('installation.remove.mu.gifted', { mu: muText(gifted, language) })}</li>}
        <li>{t('installation.remove.records')}</li>
        <li>{t('installation.remove.stays')}</li>
      </ul>
      <TextField
        label={t('installation.remove.type', { name })}
        description={isConfirmed ? undefined : t('installation.remove.type.why')}
        value={typed}
        onChange={setTyped}
      />
      {remove.error && <ProblemNotice error={remove.error} />}
      <DialogActions>
        <Button look="quiet" onPress={close}>
          {t('installation.cancel')}
        </Button>
        <Button
          look="danger"
          isDisabled={!isConfirmed}
          isPending={remove.isPending}
          onPress={() =>
            remove.mutate(undefined, {
              onSuccess: () => {
                showToast({ tone: 'good', message: t('installation.removed', { name }) });
                void navigate({ to: '/installations' });
              },
            })
          }
        >
          {t('installation.remove')}
        </Button>
      </DialogActions>
    </>
  );
}
