import { useIsMutating, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ArrowRight, BadgeCheck } from '@kushk/ui/icons';
import { useMemo, useState, type ReactNode } from 'react';
import {
  Button,
  buttonLink,
  Code,
  DecisionBar,
  digits,
  EmptyState,
  inLanguage,
  Notice,
  Page,
  PageHead,
  PagePath,
  Panel,
  ProblemNotice,
  isReadable,
  lazyPart,
  Tile,
  usePageTitle,
  useTexts,
  withDefaults,
  type JsonObject,
} from '@kushk/ui';
import { useMe } from '../../organisation/me.js';
import { hasSettings, manifestOf, type PluginManifest } from '../manifest.js';
import { describedChanges } from '../parts/changes.js';
import { CostNotice } from '../parts/cost-notice.js';
import { LoadFailure } from '../parts/load-failure.js';
import { MemberNotice } from '../parts/member-notice.js';
import { NewSettingsForm } from '../parts/new-settings-form.js';
import { settingsProblems } from '../parts/settings-problems.js';
import { WaitingPage } from '../parts/waiting-page.js';
import {
  installationQuery,
  manifestQuery,
  updateQuery,
  walletMonthsQuery,
  type Installation,
  type Update,
} from '../queries.js';
import { DeclineButton } from './decline-button.js';
import { answeringKey, useUpdate } from './use-update.js';
import { missingSettings } from './missing-settings.js';
import { smallerChanges, updateItems } from './update-items.js';
import { UpdateList } from './update-list.js';
import classes from './update-page.module.css';

const route = getRouteApi('/installations/$id/update');
const PlanChoice = lazyPart(async () => (await import('../parts/plans.js')).PlanChoice);
const DeclinedVersions = lazyPart(async () => (await import('../parts/declined-versions.js')).DeclinedVersions);

/** The version that waits for consent, or to which the installation may move: only what differs. */
export function UpdatePage(): ReactNode {
  const { t, language } = useTexts();
  const { id } = route.useParams();
  const { isAdmin } = useMe();
  const installation = useQuery(installationQuery(id));
  const installed = useQuery(manifestQuery(id));
  // The answer ends the update before the page is left.
  const isAnswering = useIsMutating({ mutationKey: answeringKey(id) }) > 0;
  const update = useQuery({ ...updateQuery(id), enabled: isAdmin && !isAnswering });
  const version = update.data?.version ?? null;
  const next = useQuery({ ...manifestQuery(id, version), enabled: version !== null });
  // Awaited with the rest: what the update would cost stands above the buttons, and would move them.
  const cost = useQuery({ ...walletMonthsQuery(id), enabled: isAdmin });
  const name = inLanguage(installed.data?.manifest['names'], language) ?? id;
  usePageTitle(t('store.update.page', { name }));
  const path = [
    <Link key="list" to="/installations">
      {t('store.installations')}
    </Link>,
    <Link key="one" to="/installations/$id" params={{ id }}>
      {name}
    </Link>,
    t('store.update'),
  ];
  const queries = [installation, installed, ...(isAdmin ? [update] : []), ...(version !== null ? [next] : [])];
  if (queries.some(({ isPending }) => isPending) || cost.isLoading) return <WaitingPage path={path} width="narrow" />;
  const failed = queries.find(({ isError }) => isError);
  if (failed !== undefined)
    return (
      <LoadFailure
        path={path}
        width="narrow"
        of="installation"
        error={failed.error}
        onRetry={() => Promise.all(queries.map((query) => query.refetch()))}
      />
    );
  return (
    <Page width="narrow">
      <PagePath steps={path} />
      {(!isAdmin || !update.data) && <h1 className="hidden-visually">{t('store.update.page', { name })}</h1>}
      {!isAdmin ? (
        <MemberNotice title={t('store.member.update')} />
      ) : !update.data || !next.data ? (
        <NoUpdate installation={installation.data!} />
      ) : (
        <Decision
          key={`${update.data.version} ${installation.data!.version_pending}`}
          installation={installation.data!}
          installed={manifestOf(installed.data!.manifest)}
          next={manifestOf(next.data.manifest)}
          update={update.data}
          name={name}
        />
      )}
    </Page>
  );
}

function NoUpdate({ installation }: { installation: Installation }): ReactNode {
  const { t } = useTexts();
  const { installation_id: id, versions_declined: declined } = installation;
  if (declined.length > 0) return <DeclinedVersions installation={installation} />;
  return (
    <EmptyState
      icon={<BadgeCheck />}
      title={t('store.update.none')}
      action={
        <Link to="/installations/$id" params={{ id }} className={buttonLink()}>
          {t('store.open_installation')}
        </Link>
      }
    >
      {t(installation.follow === 'manual' ? 'store.update.none.manual' : 'store.update.none.why')}
    </EmptyState>
  );
}

interface ConsentProps {
  readonly installation: Installation;
  readonly installed: PluginManifest;
  readonly next: PluginManifest;
  readonly update: Update;
  readonly name: string;
}

function Decision(props: ConsentProps): ReactNode {
  return props.installation.version_pending === null ? <Move {...props} /> : <Consent {...props} />;
}

/** A version that the installation does not follow by itself, such as while it is pinned. */
function Move({ installation, installed, next, update, name }: ConsentProps): ReactNode {
  const { t, language } = useTexts();
  const { installation_id: id, version: current, plan } = installation;
  const { move } = useUpdate({ id, update, name });
  const title = t('store.update.available', { name, version: update.version });
  return (
    <>
      <VersionsHead {...{ installation, update, name, title }} />
      <Notice tone="info" title={movesText(installation, update, { t, language })}>
        <p>{t(update.needs_consent ? 'store.update.needs_consent' : 'store.update.needs_nothing')}</p>
      </Notice>
      <Panel title={t('store.update.changes')} note={t('store.update.rest_stays')} flush>
        <Changes update={update} installed={installed} next={next} plan={plan} />
      </Panel>
      <NewCost id={id} installed={installed} next={next} update={update} plan={plan} />
      <NoWayBack {...installation} />
      {move.error !== null && <ProblemNotice error={move.error} title={t('store.update.failed')} />}
      <DecisionBar note={t('store.update.runs_on', { version: current })}>
        <Button look="primary" isPending={move.isPending} onPress={() => move.mutate()}>
          {t(update.needs_consent ? 'store.update.to_consent' : 'store.update.move')}
        </Button>
      </DecisionBar>
    </>
  );
}

/** Why the installation does not move to the version by itself now. */
function movesText(
  { follow }: Installation,
  { rollout }: Update,
  { t, language }: Pick<ReturnType<typeof useTexts>, 't' | 'language'>,
): string {
  if (follow === 'manual' || rollout === null || rollout.reached) return t('store.update.moves_not');
  const percent = digits(rollout.percent, language);
  return t(rollout.state === 'running' ? 'store.update.moves_later' : 'store.update.moves_stopped', { percent });
}

interface VersionsHeadProps extends Pick<ConsentProps, 'installation' | 'update' | 'name'> {
  readonly title: string;
}

function VersionsHead({ installation, update, name, title }: VersionsHeadProps): ReactNode {
  const { t } = useTexts();
  return (
    <PageHead
      tile={<Tile id={installation.plugin_id} name={name} large />}
      title={title}
      note={
        <span className={classes.versions}>
          <Code soft>{installation.version}</Code>
          <ArrowRight className="mirrors" size={14} role="img" aria-label={t('changes.becomes')} />
          <Code>{update.version}</Code>
        </span>
      }
    />
  );
}

function Consent({ installation, installed, next, update, name }: ConsentProps): ReactNode {
  const { t, language } = useTexts();
  const { installation_id: id, version: current, plan: active } = installation;
  const missing = useMemo(() => {
    const stored = (installation.settings ?? {}) as JsonObject;
    return missingSettings(hasSettings(next) ? next.settings : null, stored, update.settings_missing);
  }, [installation.settings, next, update]);
  const schema = missing?.schema ?? null;
  const [settings, setSettings] = useState<JsonObject>(() =>
    missing === null || schema === null ? {} : withDefaults(schema, missing.stored),
  );
  const planEnds = active !== null && !update.plans.some(({ key }) => key === active);
  const [plan, setPlan] = useState<string | null>(planEnds ? (next.plans?.[0]?.key ?? null) : active);
  const { consent, decline } = useUpdate({ id, update, name });
  const problems = useMemo(() => settingsProblems(consent.error, language), [consent.error, language]);
  const error = consent.error ?? decline.error;
  const title = t('store.update.title', { name, version: update.version });
  const submit = (): void => {
    if (!isReadable(settings)) return;
    consent.mutate({
      plan: planEnds ? plan : null,
      settings: missing === null ? null : { ...missing.others, ...settings },
      manifest: next,
    });
  };
  return (
    <>
      <VersionsHead {...{ installation, update, name, title }} />
      <Notice tone="info" title={t('store.update.waits')}>
        <p>{t('store.update.runs_on', { version: current })}</p>
      </Notice>
      <Panel title={t('store.update.changes')} note={t('store.update.rest_stays')} flush>
        <Changes update={update} installed={installed} next={next} plan={active} />
      </Panel>
      <NewCost id={id} installed={installed} next={next} update={update} plan={plan} />
      {planEnds && (next.plans ?? []).length > 0 && (
        <Panel title={t('store.update.new_plan')}>
          <PlanChoice manifest={next} value={plan} onChange={setPlan} />
        </Panel>
      )}
      {schema !== null && (
        <Panel title={t('store.update.settings')} note={t('store.update.settings.note')}>
          <NewSettingsForm schema={schema} value={settings} onChange={setSettings} problems={problems} />
        </Panel>
      )}
      <NoWayBack {...installation} />
      {error !== null && (
        <ProblemNotice error={error} title={t(problems.length > 0 ? 'store.settings.wrong' : 'store.update.failed')} />
      )}
      <DecisionBar note={t('store.update.decline.means', { version: current })}>
        <DeclineButton {...{ current, decline }} version={update.version} isDisabled={consent.isPending} />
        <Button look="primary" isPending={consent.isPending} isDisabled={decline.isPending} onPress={submit}>
          {t('store.update.consent')}
        </Button>
      </DecisionBar>
    </>
  );
}

/** What to know before the consent or the move: there is no way back for an admin. */
function NoWayBack({ version, publisher }: Pick<Installation, 'version' | 'publisher'>): ReactNode {
  const { t } = useTexts();
  return (
    <Notice tone="neutral" title={t('store.update.back')}>
      <p>{t('store.update.back.what', { version, publisher })}</p>
    </Notice>
  );
}

interface NewCostProps extends Pick<ConsentProps, 'installed' | 'next' | 'update'> {
  readonly id: string;
  /** The plan after the update. */
  readonly plan: string | null;
}

/** What last month's use would cost, when a rate of the plan changes or the plan is another one. */
function NewCost({ id, installed, next, update, plan: key }: NewCostProps): ReactNode {
  const plan = update.plans.find((one) => one.key === key);
  if (plan === undefined) return null;
  const before = plan.rates_before ?? installed.plans?.find((one) => one.key === key)?.rates ?? {};
  const services = [...Object.keys(before), ...Object.keys(plan.rates)];
  if (services.every((service) => before[service] === plan.rates[service])) return null;
  return <CostNotice id={id} manifest={next} rates={plan.rates} />;
}

interface ChangesProps extends Pick<ConsentProps, 'update' | 'installed' | 'next'> {
  readonly plan: string | null;
}

function Changes({ update, installed, next, plan }: ChangesProps): ReactNode {
  const { t, language } = useTexts();
  const smaller = describedChanges(smallerChanges(update, plan), t, (kind, key) =>
    kind === 'plans' || kind === 'services'
      ? inLanguage([...(next[kind] ?? []), ...(installed[kind] ?? [])].find((one) => one.key === key)?.names, language)
      : undefined,
  );
  return <UpdateList items={updateItems(update, installed, plan)} {...{ smaller, installed, next, plan }} />;
}
