import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { RotateCw } from '@kushk/ui/icons';
import { useState, type ReactNode } from 'react';
import { instanceApi, resultOf } from '@kushk/api-client';
import {
  Button,
  buttonLink,
  Code,
  Dialog,
  inLanguage,
  lazyPart,
  moment,
  Notice,
  Page,
  PageHead,
  PagePath,
  Panel,
  ProblemNotice,
  showToast,
  Tile,
  usePageTitle,
  useTexts,
} from '@kushk/ui';
import { isUnanswered } from '../../installation/status.js';
import { meQuery } from '../../organisation/me.js';
import { manifestOf, type PluginManifest } from '../manifest.js';
import { LoadFailure } from '../parts/load-failure.js';
import { MemberNotice } from '../parts/member-notice.js';
import { WaitingPage } from '../parts/waiting-page.js';
import {
  healthQuery,
  installationQuery,
  installedCallQuery,
  manifestQuery,
  walletQuery,
  type Delivery,
  type Installation,
} from '../queries.js';
import { Attempts, isLocal, WhatWentWrong } from './attempts.js';
import { CredentialsDialog } from './credentials-dialog.js';
import { InstallationSteps } from './installation-steps.js';
import classes from './progress-page.module.css';
import { stageOf } from './stage.js';

const Removing = lazyPart(async () => (await import('../../installation/removing.js')).Removing);

const route = getRouteApi('/installations/$id/progress');
/** While the page waits; changes announce the rest. */
const WAITING_MS = 10_000;

/** From the consent until the plugin has answered. Who leaves loses nothing. */
export function ProgressPage(): ReactNode {
  const { t, language } = useTexts();
  const { id } = route.useParams();
  const { mu } = route.useSearch();
  const me = useQuery(meQuery);
  const found = useQuery({
    ...installationQuery(id),
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? WAITING_MS : false),
  });
  const manifest = useQuery(manifestQuery(id));
  const plugin = manifest.data === undefined ? null : manifestOf(manifest.data.manifest);
  const name = inLanguage(plugin?.names, language) ?? found.data?.plugin_id ?? id;
  const path = [<InstallationsLink key="list" />, name];
  usePageTitle(t('store.progress.title', { name }));
  if (found.isPending || me.isPending) return <WaitingPage path={path} width="narrow" />;
  if (found.isError || me.isError || found.data === undefined)
    return (
      <LoadFailure
        path={path}
        width="narrow"
        of="installation"
        error={found.error ?? me.error}
        onRetry={() => Promise.all([found.refetch(), me.refetch()])}
      />
    );
  return (
    <Page width="narrow">
      <PagePath steps={path} />
      {me.data?.person.role === 'admin' ? (
        <Progress
          installation={found.data}
          {...{ name, plugin }}
          production={me.data.production}
          muMissing={mu === 'missing'}
        />
      ) : (
        <>
          <PageHead tile={<Tile id={found.data.plugin_id} name={name} large />} title={name} />
          <MemberNotice title={t('store.member.progress')} />
        </>
      )}
    </Page>
  );
}

function InstallationsLink(): ReactNode {
  const { t } = useTexts();
  return <Link to="/installations">{t('store.installations')}</Link>;
}

interface ProgressProps {
  readonly installation: Installation;
  readonly name: string;
  readonly plugin: PluginManifest | null;
  readonly production: boolean;
  readonly muMissing: boolean;
}

const TITLES = {
  waiting: 'store.progress.title',
  to_read: 'store.progress.title',
  failing: 'store.progress.failed',
  stopped: 'store.progress.failed',
  installed: 'store.progress.done',
  removed: 'store.progress.removed',
} as const;

function Progress({ installation, name, plugin, production, muMissing }: ProgressProps): ReactNode {
  const { t } = useTexts();
  const id = installation.installation_id;
  const health = useQuery(healthQuery(id));
  const call = useQuery(installedCallQuery(id));
  const wallet = useQuery(walletQuery(id));
  const stage = stageOf(installation, health.data?.lifecycle ?? null);
  const isFailed = stage === 'failing' || stage === 'stopped';
  // An admin has read the credentials of a plugin that was called and did not answer.
  const isRead = stage === 'installed' && health.data !== undefined && isUnanswered(health.data);
  // Reading the credentials completes the installation. The dialog stays until the admin has copied them.
  const [isReading, setReading] = useState(false);
  return (
    <>
      <PageHead
        tile={<Tile id={installation.plugin_id} name={name} large />}
        title={t(TITLES[stage], { name })}
        note={<Code soft>{id}</Code>}
      />
      {isFailed && (
        <WhatWentWrong
          {...{ stage, plugin }}
          publisher={installation.publisher}
          call={call.data ?? null}
          health={health.data!.lifecycle}
        />
      )}
      {stage === 'installed' && <Installed id={id} plugin={plugin} isRead={isRead} />}
      {muMissing && (
        <Notice tone="warn" title={t('store.progress.mu_missing')}>
          <p>{t('store.progress.mu_missing.what')}</p>
        </Notice>
      )}
      <Panel title={t('store.progress.steps')} note={stage === 'waiting' ? t('store.progress.leave') : undefined}>
        <InstallationSteps
          {...{ stage, isRead }}
          installation={installation}
          wallet={wallet.data ?? null}
          call={call.data ?? null}
          nextAttemptAt={health.data?.lifecycle.next_attempt_at ?? null}
        />
      </Panel>
      {(isFailed || isReading || stage === 'to_read') && (
        <Remedies {...{ installation, name, plugin, production }} call={call.data ?? null} onReading={setReading} />
      )}
      {call.data && call.data.attempts.length > 0 && <Attempts call={call.data} />}
    </>
  );
}

interface InstalledProps {
  readonly id: string;
  readonly plugin: PluginManifest | null;
  readonly isRead: boolean;
}

function Installed({ id, plugin, isRead }: InstalledProps): ReactNode {
  const { t } = useTexts();
  return (
    <Notice
      tone={isRead ? 'warn' : 'good'}
      title={t(isRead ? 'store.progress.read' : 'store.progress.works')}
      actions={
        <>
          {plugin?.ui?.app !== undefined && !isRead && (
            <Link to="/apps/$installation" params={{ installation: id }} className={buttonLink({ look: 'primary' })}>
              {t('store.progress.open_app')}
            </Link>
          )}
          <Link to="/installations/$id" params={{ id }} className={buttonLink()}>
            {t('store.open_installation')}
          </Link>
        </>
      }
    >
      <p>
        {t(
          isRead
            ? 'store.progress.read.what'
            : (plugin?.tools ?? []).length > 0
              ? 'store.progress.works.tools'
              : 'store.progress.works.next',
        )}
      </p>
    </Notice>
  );
}

interface RemediesProps {
  readonly installation: Installation;
  readonly name: string;
  readonly plugin: PluginManifest | null;
  readonly production: boolean;
  readonly call: Delivery | null;
  readonly onReading: (isReading: boolean) => void;
}

/** What an admin can do about a plugin that does not answer, or that waits for its credentials. */
function Remedies({ installation, name, plugin, production, call, onReading }: RemediesProps): ReactNode {
  const { t, language } = useTexts();
  const { installation_id: id, delivery, credentials_until: until } = installation;
  const queries = useQueryClient();
  const params = { path: { installation_id: id } };
  const again = useMutation({
    mutationFn: (event_id: string) =>
      resultOf(
        instanceApi.POST('/instance/v1/installations/{installation_id}/deliveries/{event_id}/redeliver', {
          params: { path: { ...params.path, event_id } },
        }),
      ),
    onSuccess: () => showToast({ tone: 'neutral', message: t('store.remedy.again.done') }),
    onSettled: () =>
      Promise.all(
        (['deliveries', 'health', 'installations'] as const).map((list) =>
          queries.invalidateQueries({ queryKey: [list, id] }),
        ),
      ),
  });
  return (
    <Panel title={t('store.remedies')} flush>
      {again.error !== null && <ProblemNotice error={again.error} />}
      <ul className={classes.remedies}>
        {call !== null && (
          <Remedy
            title={t(isLocal(plugin) ? 'store.remedy.again' : 'store.remedy.resend')}
            text={t(isLocal(plugin) ? 'store.remedy.again.means' : 'store.remedy.resend.means')}
          >
            <Button isPending={again.isPending} onPress={() => again.mutate(call.id)}>
              <RotateCw aria-hidden="true" />
              {t('store.remedy.again.do')}
            </Button>
          </Remedy>
        )}
        {(!production || delivery === 'poll') && (
          <Remedy
            title={t('store.remedy.credentials')}
            text={
              until === null
                ? t('store.remedy.credentials.means')
                : t('store.remedy.credentials.poll', { at: moment(new Date(until), language) })
            }
          >
            <CredentialsDialog id={id} name={name} onReading={onReading} />
          </Remedy>
        )}
        <Remedy title={t('store.remedy.cancel')} text={t('store.remedy.cancel.means')}>
          <Dialog
            title={t('store.remedy.cancel.title', { name })}
            isAlert
            opener={<Button look="danger">{t('store.remedy.cancel.do')}</Button>}
          >
            {(close) => <Removing {...{ id, name, close }} isUnfinished={installation.installed_at === null} />}
          </Dialog>
        </Remedy>
      </ul>
    </Panel>
  );
}

function Remedy({ title, text, children }: { title: string; text: string; children: ReactNode }): ReactNode {
  return (
    <li>
      <div>
        <b>{title}</b>
        <p>{text}</p>
      </div>
      {children}
    </li>
  );
}
