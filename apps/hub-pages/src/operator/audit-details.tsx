import type { ReactNode } from 'react';
import { Code, digits, Id, lastDay, span, useTexts, type Language, type Texts } from '@kushk/ui';
import { reasonText } from '../release/reason-text.js';
import { tierText, type TierName } from '../release/release-status.js';
import classes from './audit-details.module.css';
import type { AuditEntry, Key, Role } from './queries.js';

interface Reader {
  readonly t: Texts['t'];
  readonly language: Language;
}
type ShowValue = (value: unknown, reader: Reader) => ReactNode;

const TEXT_MAX_CHARACTERS = 300;
type Scope = Key['scopes'][number];
const SCOPES: readonly string[] = ['read', 'submit', 'usage', 'access', 'manage'] satisfies readonly Scope[];
type Party = 'publisher' | 'operator' | 'hub';
const PARTIES: readonly string[] = ['publisher', 'operator', 'hub'] satisfies readonly Party[];
const ROLES: readonly string[] = ['operator', 'reviewer', 'billing'] satisfies readonly Role[];

const short = (text: string): string =>
  text.length > TEXT_MAX_CHARACTERS ? `${text.slice(0, TEXT_MAX_CHARACTERS)}…` : text;
const code: ShowValue = (value) => (
  <Code soft breaks>
    {short(typeof value === 'string' ? value : JSON.stringify(value))}
  </Code>
);
const id: ShowValue = (value) => <Id>{short(String(value))}</Id>;
const reason: ShowValue = (value, { t }) => <bdi dir="auto">{short(reasonText(String(value), t))}</bdi>;
const count: ShowValue = (value, { language }) => (typeof value === 'number' ? digits(value, language) : null);
const duration: ShowValue = (value, { language }) => (typeof value === 'number' ? span(value, language) : null);
const tier: ShowValue = (value, { t }) => tierText(t, value as TierName | '');
const end: ShowValue = (value, { language }) => (value === null ? null : lastDay(new Date(String(value)), language));
const yesOrNo: ShowValue = (value, { t }) => t(value === true ? 'operator.audit.yes' : 'operator.audit.no');
const roles: ShowValue = (value, { t }) =>
  (Array.isArray(value) ? value : [])
    .map((role) => (ROLES.includes(String(role)) ? t(`role.${role as Role}`) : String(role)))
    .join(t('operator.audit.and')) || t('operator.staff.no_role');

const scopes: ShowValue = (value, { t }) =>
  (Array.isArray(value) ? value : [])
    .map((scope) => (SCOPES.includes(String(scope)) ? t(`operator.keys.scope.${scope as Scope}`) : String(scope)))
    .join(t('operator.audit.list'));
/** As people type them: `10:24, 100`. */
const stages: ShowValue = (value, { t, language }) => {
  const list = (Array.isArray(value) ? value : []) as readonly { readonly percent: number; readonly hours: number }[];
  const of = ({ percent, hours }: (typeof list)[number]): string =>
    `${digits(percent, language)}${hours === 0 ? '' : `:${digits(hours, language)}`}`;
  return list.map(of).join(t('operator.audit.list'));
};
const party: ShowValue = (value, { t }) =>
  PARTIES.includes(String(value)) ? t(`release.rollout.${value as Party}`) : String(value);
const purpose: ShowValue = (value, { t }) =>
  value === 'registry' ? t('operator.keys.purpose.registry') : String(value);

/** The details of the hub's audit (docs/reference/audit.md), each with the way to show it. */
const shown = {
  reason,
  publisher_id: code,
  subject: code,
  roles,
  requested_tier: tier,
  tier,
  publish: yesOrNo,
  expires_at: end,
  plugin_api: code,
  key_id: id,
  comments: count,
  ahead_seconds: duration,
  scopes,
  plugin_id: code,
  purpose,
  trust_id: id,
  claims: code,
  last4: code,
  uses: count,
  stages,
  tightened: yesOrNo,
  halted_by: party,
  successor: code,
  returned_from: code,
  access_code_id: id,
} as const satisfies Readonly<Record<string, ShowValue>>;
type KnownDetail = keyof typeof shown;

const isKnown = (name: string): name is KnownDetail => Object.hasOwn(shown, name);

/** What else the audit has about an entry, in words. A detail that this page does not know is shown as it is. */
export function AuditDetails({ details }: Pick<AuditEntry, 'details'>): ReactNode {
  const { t, language } = useTexts();
  const facts = Object.entries(details)
    .map(([name, value]) => ({ name, value: (isKnown(name) ? shown[name] : code)(value, { t, language }) }))
    .filter(({ value }) => value !== null && value !== '');
  if (facts.length === 0) return null;
  return (
    <dl className={classes.details}>
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt>{isKnown(name) ? t(`operator.audit.detail.${name}`) : name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
