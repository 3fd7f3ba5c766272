import { useIsMutating, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ShieldCheck } from '@kushk/ui/icons';
import { useMemo, useState, type ReactNode } from 'react';
import {
  Button,
  buttonLink,
  Code,
  Columns,
  DecisionBar,
  Facts,
  inLanguage,
  lazyPart,
  muText,
  Notice,
  Page,
  PageHead,
  PagePath,
  Panel,
  ProblemNotice,
  isReadable,
  Tile,
  usePageTitle,
  useTexts,
  withDefaults,
  type JsonObject,
} from '@kushk/ui';
import { meQuery } from '../../organisation/me.js';
import { hasSettings, manifestOf, type PluginManifest } from '../manifest.js';
import { amountOf } from '../mu.js';
import { Destination } from '../parts/destination.js';
import { Grants, Guarantees } from '../parts/grants.js';
import { LoadFailure } from '../parts/load-failure.js';
import { DeprecationNotice } from '../parts/deprecation-notice.js';
import { MemberNotice } from '../parts/member-notice.js';
import { planName } from '../parts/plan-names.js';
import { PlanChoice } from '../parts/plans.js';
import { settingsProblems } from '../parts/settings-problems.js';
import { StoreLink } from '../parts/store-link.js';
import { WaitingPage } from '../parts/waiting-page.js';
import { carryOverQuery, pluginQuery, recordCountsQuery, type StorePlugin } from '../queries.js';
import type { FirstMu } from './first-mu.js';
import classes from './install-page.module.css';
import { useEnough } from './use-enough.js';
import { installingKey, useInstall } from './use-install.js';
import { usePurchaseKinds } from './use-purchase-kinds.js';

/** Below what the consent is about, which it does not wait for. */
const NewSettingsForm = lazyPart(async () => (await import('../parts/new-settings-form.js')).NewSettingsForm);
const FirstMuField = lazyPart(async () => (await import('./first-mu.js')).FirstMuField);

const route = getRouteApi('/store/$plugin/install');

/** The page is the consent. Plan, settings and first MU have defaults, so that one may read and agree. */
export function InstallPage(): ReactNode {
  const { t, language } = useTexts();
  const { plugin: id } = route.useParams();
  const found = useQuery(pluginQuery(id));
  const me = useQuery(meQuery);
  // The store shows the installation before its wallet has the first MU.
  const isInstalling = useIsMutating({ mutationKey: installingKey(id) }) > 0;
  const name = inLanguage(found.data?.names, language) ?? id;
  usePageTitle(t('store.install.title', { name }));
  const path = [<StoreLink key="store" />, <PluginLink key="plugin" id={id} name={name} />, t('store.install')];
  if (found.isPending || me.isPending) return <WaitingPage path={path} />;
  const error = found.error ?? me.error;
  if (error !== null || found.data === undefined || me.data === undefined)
    return (
      <LoadFailure path={path} of="plugin" error={error} onRetry={() => Promise.all([found.refetch(), me.refetch()])} />
    );
  const plugin = found.data;
  return (
    <Page>
      <PagePath steps={path} />
      <PageHead
        tile={<Tile id={id} name={name} large />}
        title={t('store.install.title', { name })}
        note={
          <>
            <span>{t('store.by', { publisher: plugin.publisher })}</span>
            <Code soft>{plugin.version}</Code>
          </>
        }
      />
      {me.data.person.role === 'member' ? (
        <MemberNotice title={t('store.member.install')} />
      ) : plugin.installation_id !== null && !isInstalling ? (
        <AlreadyInstalled id={plugin.installation_id} />
      ) : plugin.unavailable !== null ? (
        <Notice tone="warn" title={t('store.unavailable.title')}>
          <p>{t('store.unavailable.why')}</p>
        </Notice>
      ) : plugin.deprecation !== null ? (
        <DeprecationNotice deprecation={plugin.deprecation} isInstalled={false} />
      ) : (
        <Consent
          key={plugin.version}
          plugin={plugin}
          manifest={manifestOf(plugin.manifest)}
          organisation={me.data.organisation.name}
        />
      )}
    </Page>
  );
}

function PluginLink({ id, name }: { id: string; name: string }): ReactNode {
  return (
    <Link to="/store/$plugin" params={{ plugin: id }} activeOptions={{ exact: true }}>
      {name}
    </Link>
  );
}

function AlreadyInstalled({ id }: { id: string }): ReactNode {
  const { t } = useTexts();
  return (
    <Notice
      tone="info"
      title={t('store.install.already')}
      actions={
        <Link to="/installations/$id" params={{ id }} className={buttonLink()}>
          {t('store.open_installation')}
        </Link>
      }
    >
      <p>{t('store.install.already.why')}</p>
    </Notice>
  );
}

interface ConsentProps {
  readonly plugin: StorePlugin;
  readonly manifest: PluginManifest;
  readonly organisation: string;
}

function Consent({ manifest, organisation }: ConsentProps): ReactNode {
  const { t, language } = useTexts();
  const kinds = usePurchaseKinds();
  const { data: counts } = useQuery(recordCountsQuery);
  const { data: carried = '0' } = useQuery(carryOverQuery(manifest.id));
  const schema = hasSettings(manifest) ? manifest.settings : null;
  const [plan, setPlan] = useState<string | null>(manifest.plans?.[0]?.key ?? null);
  const [settings, setSettings] = useState<JsonObject>(() => (schema === null ? {} : withDefaults(schema, {})));
  const [mu, setMu] = useState<FirstMu>({ kind: kinds[0] ?? 'gift', amount: null });
  const installing = useInstall(manifest);
  const problems = useMemo(() => settingsProblems(installing.error, language), [installing.error, language]);
  const amount = amountOf(mu.amount);
  const isWrong = mu.amount !== null && amount === null;
  const sells = Object.hasOwn(manifest.scopes ?? {}, 'wallet.consume');
  const install = (): void => {
    if (!isWrong && isReadable(settings))
      installing.mutate({ plan, settings, mu: amount === null ? null : { kind: mu.kind, amount } });
  };
  const button = (
    <Button look="primary" onPress={install} isPending={installing.isPending}>
      <ShieldCheck aria-hidden="true" />
      {t(installing.isPending ? 'store.install.doing' : 'store.install.do')}
    </Button>
  );
  return (
    <>
      <Columns
        staysInView
        aside={
          <div className={classes.stays}>
            <Summary {...{ manifest, plan, amount, carried, organisation }}>{button}</Summary>
          </div>
        }
      >
        <Panel title={t('store.install.will')} note={t('store.access.note')} flush>
          <Grants manifest={manifest} counts={counts} />
          <Destination manifest={manifest} />
          <Guarantees sells={sells} />
        </Panel>
        {(manifest.plans ?? []).length > 0 && (
          <Panel title={t('store.plan')} note={t('store.later')}>
            <PlanChoice manifest={manifest} value={plan} onChange={setPlan} />
          </Panel>
        )}
        {sells && kinds.length > 0 && (
          <Panel title={t('store.mu')} help="mu" note={t('store.later')}>
            {carried !== '0' && (
              <p className={classes.carried}>{t('store.mu.carried', { mu: muText(carried, language) })}</p>
            )}
            <FirstMuField value={mu} onChange={setMu} kinds={kinds} manifest={manifest} plan={plan} />
          </Panel>
        )}
        {schema !== null && (
          <Panel title={t('store.settings')} note={t('store.later')}>
            <NewSettingsForm schema={schema} value={settings} onChange={setSettings} problems={problems} />
          </Panel>
        )}
        {installing.isError && (
          <ProblemNotice
            error={installing.error}
            title={t(problems.length > 0 ? 'store.settings.wrong' : 'store.install.failed')}
          />
        )}
      </Columns>
      <div className={classes.narrowOnly}>
        <DecisionBar note={t('store.install.means')}>{button}</DecisionBar>
      </div>
    </>
  );
}

interface SummaryProps {
  readonly manifest: PluginManifest;
  readonly plan: string | null;
  readonly amount: string | null;
  /** What earlier installations left; `0` when they left nothing. */
  readonly carried: string;
  readonly organisation: string;
  readonly children: ReactNode;
}

/** What the button does, beside the page. */
function Summary({ manifest, plan, amount, carried, organisation, children }: SummaryProps): ReactNode {
  const { t, language } = useTexts();
  const enough = useEnough(manifest, plan, amount);
  const chosen = manifest.plans?.find(({ key }) => key === plan);
  const sells = Object.values(chosen?.rates ?? {}).some((rate) => rate !== '0') && carried === '0';
  return (
    <Panel title={t('store.install.sum')}>
      <div className={classes.sum}>
        <Facts
          facts={[
            [t('store.install.for'), <bdi>{organisation}</bdi>],
            [t('store.scopes'), t('store.scopes.count', { count: Object.keys(manifest.scopes ?? {}).length })],
            ...(chosen === undefined ? [] : [[t('store.plan'), <bdi>{planName(chosen, language)}</bdi>] as const]),
            ...(carried === '0' ? [] : [[t('store.mu.left'), muText(carried, language)] as const]),
            ...(sells || amount !== null
              ? [[t('store.mu'), amount === null ? t('store.mu.no') : muText(amount, language)] as const]
              : []),
            ...(enough === null ? [] : [[t('store.mu.pays'), enough] as const]),
          ]}
        />
        {children}
        <p>{t('store.install.means')}</p>
      </div>
    </Panel>
  );
}
