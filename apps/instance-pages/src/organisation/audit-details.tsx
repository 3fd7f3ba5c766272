import type { ReactNode } from 'react';
import { Code, digits, Id, muText, scopeSentence, useTexts, type Texts } from '@kushk/ui';
import { useFieldTexts, type FieldTexts } from '../records/field-texts.js';
import type { AuditEntry } from '../records/case-history.js';
import { RecordLink } from '../records/record-link.js';
import { momentWithYear } from '../records/times.js';
import classes from './audit-details.module.css';
import { usePersonName } from './people.js';
import { usePluginName } from './plugins.js';

type Details = AuditEntry['details'];

/** What an entry says beside action and subject, each with its name; what has no name is shown by its code. */
export function AuditDetails({ details }: { details: Details }): ReactNode {
  const detailOf = useDetail(details);
  const shown = Object.entries(details)
    .filter(([name, value]) => value !== null && !HIDDEN.has(name) && !isUnchanged(name, value))
    .map(([name, value]) => ({ name, ...detailOf(name, value) }));
  return (
    <ul className={classes.details}>
      {shown.map(({ name, label, value }) => (
        <li key={name}>
          <span>{label}</span> {value}
        </li>
      ))}
    </ul>
  );
}

/** The id of a record is shown as the link of its type; revisions are for programs. */
const HIDDEN: ReadonlySet<string> = new Set(['record_id', 'revision']);

/** A new version may wait for consent without asking for more scopes, and a budget has no budgets of services. */
const isUnchanged = (name: string, value: unknown): boolean =>
  (name === 'additional_scopes' && texts(value).length === 0) ||
  (name === 'services' && typeof value === 'object' && value !== null && Object.keys(value).length === 0);

interface Detail {
  readonly label: ReactNode;
  readonly value: ReactNode;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
const texts = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);
const isOneOf = <One extends string>(known: readonly One[], value: unknown): value is One =>
  known.some((one) => one === value);

const KINDS = ['message', 'document', 'purchase', 'gift'] as const;
const ROLES = ['admin', 'member', 'platform_admin', 'billing'] as const;

interface Words extends Texts {
  readonly fields: FieldTexts;
  readonly personName: (id: string) => string;
  readonly pluginName: (id: string) => string;
}

function useDetail(details: Details): (name: string, value: unknown) => Detail {
  const personName = usePersonName();
  const words: Words = {
    ...useTexts(),
    fields: useFieldTexts(),
    pluginName: usePluginName(),
    personName: (id) => personName(id) ?? id,
  };
  return (name, value) => {
    const known = Object.hasOwn(DETAILS, name) ? DETAILS[name as keyof typeof DETAILS] : undefined;
    if (known !== undefined) return known(value, words, details);
    return { label: <Code soft>{name}</Code>, value: <Code breaks>{text(value)}</Code> };
  };
}

type DetailOf = (value: unknown, words: Words, details: Details) => Detail;

const plain = (key: `organisation.detail.${'version' | 'subject'}`): DetailOf => {
  return (value, { t }) => ({ label: t(key), value: <Code breaks>{text(value)}</Code> });
};

const DETAILS = {
  version: plain('organisation.detail.version'),
  reference: (value, { t }) => ({ label: t('organisation.detail.reference'), value: <Id>{text(value)}</Id> }),
  subject: plain('organisation.detail.subject'),
  plan: (value, { t }) => ({ label: t('organisation.detail.plan'), value: <Code>{text(value)}</Code> }),
  service: (value, { t }) => ({ label: t('organisation.detail.service'), value: <Code>{text(value)}</Code> }),
  note: (value, { t }) => ({ label: t('organisation.detail.note'), value: <bdi>{text(value)}</bdi> }),
  fields: (value, { t, fields }) => ({
    label: t('organisation.detail.fields'),
    value: texts(value).map(fields.name).join(t('records.comma')),
  }),
  scopes: (value, { t }) => ({
    label: t('organisation.detail.scopes'),
    value: t('store.scopes.count', { count: texts(value).length }),
  }),
  additional_scopes: (value, { t }) => ({
    label: t('organisation.detail.additional_scopes'),
    value: texts(value)
      .map((scope) => scopeSentence(scope, t))
      .join(t('records.comma')),
  }),
  credentials_by: (value, { t }) => ({
    label: t('organisation.detail.credentials_by'),
    value: t(value === 'admin' ? 'organisation.detail.by_admin' : 'organisation.detail.by_call'),
  }),
  previous_until: (value, { t, language }) => ({
    label: t('organisation.detail.previous_until'),
    value: momentWithYear(new Date(text(value)), language),
  }),
  reason: (value, { t }) => ({ label: t('organisation.detail.reason'), value: <bdi>{text(value)}</bdi> }),
  monthly: (value, { t, language }) => ({
    label: t('organisation.detail.monthly'),
    value: muText(text(value), language),
  }),
  services: (value, { t, language }) => ({
    label: t('organisation.detail.services'),
    value: Object.entries((value ?? {}) as Record<string, string>).map(([service, mu]) => (
      <span key={service}>
        <Code>{service}</Code> {muText(mu, language)}{' '}
      </span>
    )),
  }),
  mu: (value, { t, language }) => ({ label: t('organisation.detail.mu'), value: muText(text(value), language) }),
  count: (value, { t, language }) => ({
    label: t('organisation.detail.count'),
    value: typeof value === 'number' ? digits(value, language) : text(value),
  }),
  kind: (value, { t }) => ({
    label: t('organisation.detail.kind'),
    value: isOneOf(KINDS, value) ? t(`organisation.detail.kind.${value}`) : text(value),
  }),
  role: (value, words) => ({ label: words.t('organisation.detail.role'), value: roleText(value, words) }),
  roles: (value, words) => ({
    label: words.t('organisation.detail.roles'),
    value: texts(value)
      .map((role) => roleText(role, words))
      .join(words.t('records.comma')),
  }),
  assignee_id: (value, { t, personName }) => ({
    label: t('organisation.detail.assignee_id'),
    value: <bdi>{personName(text(value))}</bdi>,
  }),
  rule_created_by: (value, { t, personName }) => ({
    label: t('organisation.detail.rule_created_by'),
    value: <bdi>{personName(text(value))}</bdi>,
  }),
  plugin_id: (value, { t, pluginName }) => ({
    label: t('organisation.detail.plugin_id'),
    value: <bdi>{pluginName(text(value))}</bdi>,
  }),
  record_type: (value, { t, fields }, { record_id: id }) => ({
    label: t('organisation.detail.record_type'),
    value:
      typeof id === 'string' ? (
        <RecordLink type={text(value)} id={id} title={fields.type(text(value))} />
      ) : (
        fields.type(text(value))
      ),
  }),
  proposal_id: (value, { t }) => ({
    label: t('organisation.detail.proposal_id'),
    value: <RecordLink type="proposal" id={text(value)} title={t('records.history.proposal')} />,
  }),
  on_behalf_of: (value, { t }) => ({
    label: t('organisation.detail.on_behalf_of'),
    value: <bdi>{nameOf(value) ?? text(value)}</bdi>,
  }),
} satisfies Record<string, DetailOf>;

function nameOf(value: unknown): string | null {
  const name = typeof value === 'object' && value !== null && 'name' in value ? value.name : null;
  return typeof name === 'string' ? name : null;
}

function roleText(value: unknown, { t }: Words): string {
  if (!isOneOf(ROLES, value)) return text(value);
  return value === 'admin' || value === 'member'
    ? t(`organisation.role.${value}`)
    : t(`organisation.staff.role.${value}`);
}
