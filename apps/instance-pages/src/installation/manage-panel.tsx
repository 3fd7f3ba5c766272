import { useQuery } from '@tanstack/react-query';
import { Link2, RefreshCw, Trash2 } from '@kushk/ui/icons';
import type { ReactNode } from 'react';
import {
  Button,
  Dialog,
  DialogActions,
  inLanguage,
  lazyPart,
  moment,
  Panel,
  ProblemNotice,
  showToast,
  useTexts,
} from '@kushk/ui';
import { meQuery } from '../organisation/me.js';
import { usePluginName } from '../organisation/plugins.js';
import { CredentialsDialog } from '../store/install/credentials-dialog.js';
import classes from './manage-panel.module.css';
import { useReconnect, useRotate, type Installation } from './queries.js';

const Removing = lazyPart(async () => (await import('./removing.js')).Removing);

/** What changes or ends the installation. */
export function ManagePanel({ installation }: { installation: Installation }): ReactNode {
  const { t, language } = useTexts();
  const { data: me, isPending } = useQuery(meQuery);
  const { installation_id: id, names, plugin_id, credentials_until: until } = installation;
  const name = inLanguage(names, language) ?? plugin_id;
  const pluginName = usePluginName();
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
        <li>
          <div>
            <b>{t('installation.reconnect')}</b>
            <p>{t('installation.reconnect.what')}</p>
          </div>
          <ReconnectDialog id={id} polls={installation.delivery === 'poll'} />
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
            <CredentialsDialog
              {...{ id, name }}
              isInstalled={installation.status !== 'pending'}
              onReading={() => undefined}
            />
          </li>
        )}
        <li>
          <div>
            <b>{t('installation.remove')}</b>
            <p>{t('installation.remove.what')}</p>
          </div>
          <RemoveDialog id={id} name={name} shownName={pluginName(plugin_id, names)} />
        </li>
      </ul>
    </Panel>
  );
}

function RotateDialog({ id, polls }: { id: string; polls: boolean }): ReactNode {
  const { t } = useTexts();
  return (
    <CredentialsChange
      title={t('installation.rotate')}
      effect={t(polls ? 'installation.rotate.how.poll' : 'installation.rotate.how')}
      action={t('installation.rotate.open')}
      done={t(polls ? 'installation.rotated.poll' : 'installation.rotated')}
      icon={<RefreshCw aria-hidden="true" />}
      change={useRotate(id)}
    />
  );
}

function ReconnectDialog({ id, polls }: { id: string; polls: boolean }): ReactNode {
  const { t } = useTexts();
  return (
    <CredentialsChange
      title={t('installation.reconnect')}
      effect={t('installation.reconnect.how')}
      action={t('installation.reconnect')}
      done={t(polls ? 'installation.rotated.poll' : 'installation.reconnected')}
      icon={<Link2 aria-hidden="true" />}
      change={useReconnect(id)}
    />
  );
}

interface CredentialsChangeProps {
  readonly title: string;
  readonly effect: string;
  readonly action: string;
  readonly done: string;
  readonly icon: ReactNode;
  readonly change: ReturnType<typeof useRotate>;
}

/** Says what new credentials mean for the plugin before it makes them. */
function CredentialsChange({ title, effect, action, done, icon, change }: CredentialsChangeProps): ReactNode {
  const { t } = useTexts();
  return (
    <Dialog
      title={title}
      isAlert
      opener={
        <Button>
          {icon}
          {action}
        </Button>
      }
    >
      {(close) => (
        <>
          <p>{effect}</p>
          {change.error && <ProblemNotice error={change.error} />}
          <DialogActions>
            <Button look="quiet" onPress={close}>
              {t('installation.cancel')}
            </Button>
            <Button
              look="primary"
              isPending={change.isPending}
              onPress={() =>
                change.mutate(undefined, {
                  onSuccess: () => {
                    close();
                    showToast({ tone: 'good', message: done });
                  },
                })
              }
            >
              {action}
            </Button>
          </DialogActions>
        </>
      )}
    </Dialog>
  );
}

function RemoveDialog({ id, name, shownName }: { id: string; name: string; shownName: string }): ReactNode {
  const { t } = useTexts();
  return (
    <Dialog
      title={t('installation.remove.title', { name: shownName })}
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
