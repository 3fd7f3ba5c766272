import type { ReactNode } from 'react';
import { Code, day, Id, useTexts, type Language, type Texts } from '@kushk/ui';
import { tierText, type TierName } from '../release/release-status.js';
import classes from './audit-details.module.css';
import type { AuditEntry, Role } from './queries.js';

interface Reader {
  readonly t: Texts['t'];
  readonly language: Language;
}
type ShowValue = (value: unknown, reader: Reader) => ReactNode;

const TEXT_MAX_CHARACTERS = 300;
const ROLES: readonly string[] = ['operator', 'reviewer', 'billing'] satisfies readonly Role[];

const short = (text: string): string =>
  text.length > TEXT_MAX_CHARACTERS ? `${text.slice(0, TEXT_MAX_CHARACTERS)}…` : text;
const code: ShowValue = (value) => (
  <Code soft breaks>
    {short(typeof value === 'string' ? value : JSON.stringify(value))}
  </Code>
);
const id: ShowValue = (value) => <Id>{short(String(value))}</Id>;
const text: ShowValue = (value) => <bdi dir="auto">{short(String(value))}</bdi>;
const tier: ShowValue = (value, { t }) => tierText(t, value as TierName | '');
const date: ShowValue = (value, { language }) => (value === null ? null : day(new Date(String(value)), language));
const yesOrNo: ShowValue = (value, { t }) => t(value === true ? 'operator.audit.yes' : 'operator.audit.no');
const roles: ShowValue = (value, { t }) =>
  (Array.isArray(value) ? value : [])
    .map((role) => (ROLES.includes(String(role)) ? t(`role.${role as Role}`) : String(role)))
    .join(t('operator.audit.and')) || t('operator.staff.no_role');

/** The details of the hub's audit (docs/reference/audit.md), each with the way to show it. */
const shown = {
  reason: text,
  publisher_id: code,
  subject: code,
  roles,
  requested_tier: tier,
  tier,
  publish: yesOrNo,
  expires_at: date,
  plugin_api: code,
  key_id: id,
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
