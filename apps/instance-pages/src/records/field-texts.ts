/** Fields of the platform's records in words: what they are called, and their values as people read them. */
import { day, useTexts, type Language, type TextKey } from '@kushk/ui';
import { usePersonName } from '../organisation/people.js';
import { momentWithYear } from './times.js';

const NAMES: Readonly<Record<string, TextKey>> = {
  title: 'records.field.title',
  status: 'records.field.status',
  description: 'records.field.description',
  amount: 'records.field.amount',
  due_on: 'records.field.due_on',
  assignee_id: 'records.field.assignee_id',
  member_ids: 'records.field.member_ids',
  attendee_ids: 'records.field.attendee_ids',
  participant_ids: 'records.field.participant_ids',
  starts_at: 'records.field.starts_at',
  ends_at: 'records.field.ends_at',
  started_at: 'records.field.started_at',
  text: 'records.field.text',
  case_id: 'records.field.case_id',
  content_type: 'records.field.content_type',
};
const TYPES: Readonly<Record<string, TextKey>> = {
  case: 'records.type.case',
  document: 'records.type.document',
  calendar_event: 'records.type.calendar_event',
  session: 'records.type.session',
  person: 'records.type.person',
  memory: 'records.type.memory',
};

const PEOPLE = new Set(['member_ids', 'attendee_ids', 'participant_ids']);
const MOMENTS = new Set(['starts_at', 'ends_at', 'started_at']);
const DECIMAL = /^-?\d{1,30}(\.\d{1,20})?$/;

/** An amount with the separators and digits of the language. A decimal string keeps all its digits. */
export function amountText(amount: string | number, language: Language): string {
  const text = String(amount);
  if (!DECIMAL.test(text)) return text;
  const format = new Intl.NumberFormat(language === 'fa' ? 'fa-IR' : 'en-GB', { maximumFractionDigits: 20 });
  return format.format(text as `${number}`);
}

const dateOf = (value: string): Date | null => (Number.isNaN(Date.parse(value)) ? null : new Date(value));

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export interface FieldTexts {
  readonly name: (field: string) => string;
  /** The type as part of a sentence. */
  readonly type: (recordType: string) => string;
  /** The type on its own, as a label. */
  readonly typeLabel: (recordType: string) => string;
  /** Returns null for an empty value. */
  readonly value: (field: string, value: unknown) => string | null;
}

export function useFieldTexts(): FieldTexts {
  const { t, language } = useTexts();
  const personName = usePersonName();
  const keyed = (keys: Readonly<Record<string, TextKey>>, name: string): string => {
    const key = Object.hasOwn(keys, name) ? keys[name] : undefined;
    // The keys of these tables have no parameters.
    return key === undefined ? name : t(key as 'records.field.title');
  };
  const person = (id: unknown): string => personName(String(id)) ?? String(id);
  const value = (field: string, raw: unknown): string | null => {
    if (PEOPLE.has(field)) {
      if (raw === null || raw === undefined) return t('records.everyone');
      if (Array.isArray(raw)) return raw.length === 0 ? t('records.nobody') : raw.map(person).join(t('records.comma'));
    }
    if (raw === null || raw === undefined || raw === '') return null;
    if (field === 'assignee_id') return person(raw);
    if (field === 'status' && (raw === 'open' || raw === 'closed')) return t(`records.status.${raw}`);
    if (field === 'amount' && (typeof raw === 'string' || typeof raw === 'number')) return amountText(raw, language);
    if (typeof raw === 'string') {
      const date = field === 'due_on' ? dateOf(`${raw}T12:00:00Z`) : MOMENTS.has(field) ? dateOf(raw) : null;
      if (date === null) return raw;
      return field === 'due_on' ? day(date, language) : momentWithYear(date, language);
    }
    return JSON.stringify(raw);
  };
  const type = (recordType: string): string => keyed(TYPES, recordType);
  return { name: (field) => keyed(NAMES, field), type, typeLabel: (one) => capitalised(type(one)), value };
}
