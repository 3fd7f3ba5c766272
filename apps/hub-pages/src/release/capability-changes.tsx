import {
  AppWindow,
  ArrowRight,
  Coins,
  FileText,
  FileUp,
  Globe,
  Inbox,
  KeyRound,
  LayoutTemplate,
  Link2,
  Settings2,
  Wrench,
  type Icon,
} from '@kushk/ui/icons';
import type { ReactNode } from 'react';
import {
  Badge,
  Code,
  digits,
  inLanguage,
  onlyProposalAction,
  scopeSentence,
  useTexts,
  type DeclaredProposals,
} from '@kushk/ui';
import classes from './capability-changes.module.css';
import { nameIn, segmentsOf, type Change, type Diff } from './change-path.js';

type KindName =
  'scope' | 'egress' | 'location' | 'plan' | 'tool' | 'setting' | 'record' | 'proposal' | 'source' | 'page' | 'other';
interface Kind {
  readonly name: KindName;
  readonly Icon: Icon;
  /** Whether an addition costs the organisations something: trust, data or MU. */
  readonly costs: boolean;
}

const kinds: readonly (readonly [path: RegExp, kind: Kind])[] = [
  [/^\/scopes\//, { name: 'scope', Icon: KeyRound, costs: true }],
  [/^\/egress/, { name: 'egress', Icon: Globe, costs: true }],
  [/^\/base_url/, { name: 'location', Icon: Link2, costs: true }],
  [/^\/(delivery|image|port)/, { name: 'other', Icon: Link2, costs: true }],
  [/^\/(plans|services)/, { name: 'plan', Icon: Coins, costs: false }],
  [/^\/tools/, { name: 'tool', Icon: Wrench, costs: false }],
  [/^\/settings/, { name: 'setting', Icon: Settings2, costs: false }],
  [/^\/records/, { name: 'record', Icon: FileText, costs: false }],
  [/^\/proposals/, { name: 'proposal', Icon: Inbox, costs: false }],
  [/^\/sources/, { name: 'source', Icon: FileUp, costs: false }],
  [/^\/ui/, { name: 'page', Icon: AppWindow, costs: false }],
  [/./, { name: 'other', Icon: LayoutTemplate, costs: false }],
];

type Names = Parameters<typeof inLanguage>[0];

/** What the changes take from the manifest of the version: reasons and names. */
interface KnownManifest {
  readonly scopes?: Readonly<Record<string, unknown>>;
  readonly proposals?: DeclaredProposals;
  readonly plans?: readonly { readonly key: string; readonly names?: Names }[];
  readonly services?: readonly { readonly key: string; readonly names?: Names }[];
}

interface CapabilityChangesProps {
  readonly changes: Diff['changes'];
  /** The version's manifest, in which the reasons for its scopes are; undefined until it is loaded. */
  readonly manifest?: unknown;
}

/** What a version changes, in the words of an organisation's admin first, then as the manifests have it. */
export function CapabilityChanges({ changes, manifest }: CapabilityChangesProps): ReactNode {
  const known = (manifest ?? {}) as KnownManifest;
  return (
    <ul className={classes.list}>
      {changes.map((change) => (
        <ChangeRow key={change.path} change={change} manifest={known} />
      ))}
    </ul>
  );
}

/** Says how much the difference means for the organisations that have the plugin. */
export function ChangeClass({ value }: { readonly value: Diff['class'] }): ReactNode {
  const { t } = useTexts();
  if (value === 'consent') return <Badge tone="warn">{t('release.class.consent')}</Badge>;
  return <Badge>{t(`release.class.${value}`)}</Badge>;
}

interface ChangeRowProps {
  readonly change: Change;
  readonly manifest: KnownManifest;
}

function ChangeRow({ change: { path, before, after }, manifest }: ChangeRowProps): ReactNode {
  const { t, language } = useTexts();
  const reason = manifest.scopes?.[nameIn(path)];
  const [, { name, Icon, costs }] = kinds.find(([pattern]) => pattern.test(path))!;
  const [isAdded, isRemoved] = [isAbsent(before), isAbsent(after)];
  // What is added to a tool or a type of record changes it.
  const isInside = (name === 'tool' || name === 'record') && segmentsOf(path).length > 2;
  const end = isInside ? 'changed' : isAdded ? 'added' : isRemoved ? 'removed' : 'changed';
  const rise = path.startsWith('/plans/') && !isAdded && !isRemoved ? Number(after) / Number(before) - 1 : 0;
  return (
    <li className={classes.row}>
      <Icon className={classes.icon} aria-hidden="true" />
      <div className={classes.words}>
        <p>
          {t(`release.change.${name}.${end}`)}{' '}
          <Words path={path} manifest={isRemoved ? { ...manifest, proposals: [before] } : manifest} />{' '}
          <Code breaks soft>
            {nameIn(path)}
          </Code>
        </p>
        {isAdded && name === 'scope' && typeof reason === 'string' && reason.trim() !== '' && (
          <q className={classes.reason} dir="auto">
            {reason}
          </q>
        )}
        {isWorthShowing(path, before, after) && <Values before={before} after={after} />}
      </div>
      <span className={classes.end}>
        {Number.isFinite(rise) && rise > 0 && (
          <Badge tone="warn">{digits(rise, language, { style: 'percent', signDisplay: 'always' })}</Badge>
        )}
        {isAdded && <Badge tone={costs ? 'warn' : 'info'}>{t('release.change.new')}</Badge>}
      </span>
    </li>
  );
}

/** The words that admins read for a scope, and the names of a plan and its service, beside their codes. */
function Words({ path, manifest }: { path: string; manifest: KnownManifest }): ReactNode {
  const { t, language } = useTexts();
  const { plans, services, proposals } = manifest;
  const [kind, key, , service] = segmentsOf(path);
  if (kind === 'scopes' && key !== undefined) return <b>{scopeSentence(key, t, proposals)}</b>;
  if (kind === 'proposals' && isPlatformType(key)) {
    const action = onlyProposalAction(key, proposals);
    return <b>{t(action === null ? `release.type.${key}` : `release.type.${key}.${action}`)}</b>;
  }
  if (kind !== 'plans') return null;
  const named = (list: KnownManifest['plans'], wanted: string | undefined): string[] =>
    (list ?? []).filter((one) => one.key === wanted).flatMap(({ names }) => inLanguage(names, language) ?? []);
  return <b dir="auto">{[...named(services, service), ...named(plans, key)].join(t('release.change.of'))}</b>;
}

/** The records of the platform that a plugin may propose. */
const PLATFORM_TYPES = ['case', 'document', 'calendar_event'] as const;
const isPlatformType = (key: string | undefined): key is (typeof PLATFORM_TYPES)[number] =>
  (PLATFORM_TYPES as readonly unknown[]).includes(key);

function Values({ before, after }: Pick<Change, 'before' | 'after'>): ReactNode {
  const { t } = useTexts();
  const [from, to] = [isAbsent(before), isAbsent(after)];
  return (
    <p className={classes.values}>
      {!from && (
        <del>
          <Code breaks>{textOf(before)}</Code>
        </del>
      )}
      {!from && !to && <ArrowRight className="mirrors" aria-label={t('changes.becomes')} size={14} />}
      {!to && (
        <ins>
          <Code breaks>{textOf(after)}</Code>
        </ins>
      )}
    </p>
  );
}

/** The value of a member of a list is its name, which is shown already, and what is removed is named. */
function isWorthShowing(path: string, before: unknown, after: unknown): boolean {
  if (isAbsent(after)) return typeof before !== 'object' && before !== nameIn(path);
  return after !== nameIn(path);
}

const isAbsent = (value: unknown): boolean => value === null || value === undefined;
const VALUE_MAX_CHARACTERS = 200;

function textOf(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > VALUE_MAX_CHARACTERS ? `${text.slice(0, VALUE_MAX_CHARACTERS)}…` : text;
}
