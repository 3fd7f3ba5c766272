import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Copy, KeyRound } from '@kushk/ui/icons';
import { useState, type ReactNode } from 'react';
import { instanceApi, ownKey, ProblemError, resultOf } from '@kushk/api-client';
import {
  Button,
  Code,
  CopyButton,
  copyText,
  Dialog,
  DialogActions,
  ProblemNotice,
  showToast,
  useTexts,
} from '@kushk/ui';
import classes from './progress-page.module.css';

interface Credentials {
  readonly installation_id: string;
  readonly token: string;
  readonly signing_secret: string;
  readonly api_base: string;
}

/** The variables that the SDK and the templates of `kushk plugin new` read. */
const VARIABLES = {
  installation_id: 'KUSHK_INSTALLATION_ID',
  api_base: 'KUSHK_API_BASE',
  token: 'KUSHK_INSTALLATION_TOKEN',
  signing_secret: 'KUSHK_SIGNING_SECRET',
} as const;
const FIELDS = ['installation_id', 'api_base', 'token', 'signing_secret'] as const;

/** Outside production. The values are requested by the click inside, and are gone when the dialog closes. */
export function CredentialsDialog({
  id,
  name,
  isInstalled = false,
  onReading,
}: {
  id: string;
  name: string;
  isInstalled?: boolean;
  /** True from the request until the admin has closed the dialog. */
  onReading: (isReading: boolean) => void;
}): ReactNode {
  const { t } = useTexts();
  return (
    <Dialog
      title={t('store.credentials.title', { name })}
      isAlert
      isSecret
      opener={
        <Button>
          <KeyRound aria-hidden="true" />
          {t('store.credentials.open')}
        </Button>
      }
    >
      {(close) => <Reading {...{ id, isInstalled, close, onReading }} />}
    </Dialog>
  );
}

interface ReadingProps {
  readonly id: string;
  /** Whether the plugin has credentials, so that there may be none to read. */
  readonly isInstalled: boolean;
  readonly close: () => void;
  readonly onReading: (isReading: boolean) => void;
}

function Reading({ id, isInstalled, close, onReading }: ReadingProps): ReactNode {
  const { t } = useTexts();
  const queries = useQueryClient();
  const [credentials, setCredentials] = useState<Credentials | null>(null);
  const read = useMutation({
    mutationFn: () =>
      resultOf(
        instanceApi.POST('/instance/v1/installations/{installation_id}/credentials', {
          params: { path: { installation_id: id }, header: ownKey() },
        }),
      ),
    onSuccess: ({ token, signing_secret, ...rest }) => {
      if (token !== null && signing_secret !== null) setCredentials({ ...rest, token, signing_secret });
    },
    onMutate: () => onReading(true),
    onError: () => onReading(false),
    // Nothing but this component holds the secrets.
    gcTime: 0,
  });
  const end = (): void => {
    read.reset();
    setCredentials(null);
    close();
    onReading(false);
    for (const list of ['installations', 'health', 'deliveries'] as const)
      void queries.invalidateQueries({ queryKey: [list, id] });
  };
  if (credentials === null)
    return (
      <>
        <p className={classes.once}>{t(isInstalled ? 'store.credentials.before.new' : 'store.credentials.before')}</p>
        {read.isError && <ProblemNotice error={read.error} />}
        <DialogActions>
          <Button onPress={close}>{t('store.credentials.not_now')}</Button>
          {!isReadBefore(read.error) && (
            <Button look="primary" isPending={read.isPending} onPress={() => read.mutate()}>
              {t('store.credentials.show')}
            </Button>
          )}
        </DialogActions>
      </>
    );
  return (
    <>
      <p className={classes.once}>{t('store.credentials.once')}</p>
      <dl className={classes.secrets}>
        {FIELDS.map((field) => (
          <div key={field}>
            <dt>{t(`store.credentials.${field}`)}</dt>
            <dd>
              <Code breaks>{credentials[field]}</Code>
              <CopyButton
                text={credentials[field]}
                label={t('store.credentials.copy', { name: t(`store.credentials.${field}`) })}
              />
            </dd>
          </div>
        ))}
      </dl>
      <DialogActions>
        <Button onPress={() => void copyAsEnv(credentials, t('store.credentials.copied'))}>
          <Copy aria-hidden="true" />
          {t('store.credentials.copy_env')}
        </Button>
        <Button look="primary" onPress={end}>
          {t('store.credentials.done')}
        </Button>
      </DialogActions>
    </>
  );
}

const isReadBefore = (error: Error | null): boolean =>
  error instanceof ProblemError && error.document.code === 'installation.credentials_already_read';

async function copyAsEnv(credentials: Credentials, message: string): Promise<void> {
  const lines = FIELDS.map((field) => `${VARIABLES[field]}=${credentials[field]}\n`);
  if (await copyText(lines.join(''))) showToast({ tone: 'good', message });
}
