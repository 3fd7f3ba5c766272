import { useState, type ReactNode } from 'react';
import {
  Checkbox,
  ComboField,
  DateField,
  MomentField,
  NumberField,
  Panel,
  RadioCards,
  Select,
  Switch,
  TextField,
  TimeField,
  useTexts,
} from '@kushk/ui';
import { MuField } from '../store/mu-field.js';
import classes from './gallery.module.css';

const people = [
  { value: 'per_1', label: 'مریم رستمی', note: 'maryam@example.com' },
  { value: 'per_2', label: 'Jonas Weber', note: 'jonas@example.com' },
];

/** Fields as they are, with what the service says is wrong, and disabled. */
export function Fields(): ReactNode {
  const { t } = useTexts();
  const problems = [t('wallet.amount.wrong')];
  return (
    <>
      <Panel title="Text and numbers">
        <div className={classes.grid}>
          <Text label={t('organisation.person.name')} isRequired />
          <Text
            label={t('organisation.name')}
            initial="بازرگانی آفتاب"
            description={t('organisation.person.subject.what')}
          />
          <Text label={t('organisation.person.subject')} initial="user|8f14e45f" isCode problems={problems} />
          <Text label={t('records.field.description')} rows={3} isDisabled />
          <Amount label={t('records.field.amount')} />
          <Amount label={t('records.field.amount')} problems={problems} />
          <Mu label={t('wallet.amount')} />
        </div>
      </Panel>
      <Panel title="Dates and times">
        <div className={classes.grid}>
          <Day label={t('records.field.due_on')} initial="2026-11-27" />
          <Day label={t('records.field.due_on')} initial={null} problems={problems} />
          <Clock />
          <Moment />
        </div>
      </Panel>
      <Panel title="Choices">
        <div className={classes.grid}>
          <Choices />
        </div>
      </Panel>
    </>
  );
}

type TextProps = Partial<Parameters<typeof TextField>[0]> & { readonly label: string; readonly initial?: string };

function Text({ initial = '', ...field }: TextProps): ReactNode {
  const [value, setValue] = useState(initial);
  return <TextField {...field} value={value} onChange={setValue} />;
}

interface FieldProps {
  readonly label: string;
  readonly problems?: readonly string[];
}

function Amount(field: FieldProps): ReactNode {
  const [value, setValue] = useState<Parameters<typeof NumberField>[0]['value']>(12.5);
  return <NumberField {...field} value={value} onChange={setValue} minimum={0} maximum={5_000_000} />;
}

function Mu(field: FieldProps): ReactNode {
  const [value, setValue] = useState<string | null>(null);
  return <MuField {...field} value={value} onChange={setValue} />;
}

function Day({ initial, ...field }: FieldProps & { readonly initial: string | null }): ReactNode {
  const [value, setValue] = useState(initial);
  return <DateField {...field} value={value} onChange={setValue} />;
}

function Clock(): ReactNode {
  const { t } = useTexts();
  const [value, setValue] = useState<string | null>('14:30');
  return <TimeField label={t('dates.time')} value={value} onChange={setValue} />;
}

function Moment(): ReactNode {
  const { t } = useTexts();
  const [value, setValue] = useState<string | null>('2026-11-27T10:00:00.000Z');
  return <MomentField label={t('records.field.starts_at')} value={value} onChange={setValue} />;
}

function Choices(): ReactNode {
  const { t } = useTexts();
  const [role, setRole] = useState('member');
  const [isOn, setOn] = useState(true);
  const [person, setPerson] = useState<(typeof people)[number] | null>(null);
  const roles = (['member', 'admin'] as const).map((value) => ({
    value,
    label: t(`organisation.role.${value}`),
    title: t(`organisation.role.${value}`),
    text: t(`organisation.role.${value}.what`),
  }));
  return (
    <>
      <Select label={t('organisation.my_role')} value={role} onChange={setRole} options={roles} />
      <RadioCards label={t('organisation.person.role')} value={role} onChange={setRole} options={roles} />
      <Checkbox label={t('organisation.staff.role.billing')} isSelected={isOn} onChange={setOn} />
      <Switch label={t('organisation.staff.role.billing')} value={isOn} onChange={setOn} />
      <ComboField
        label={t('records.field.assignee_id')}
        value={person?.value ?? null}
        valueLabel={person?.label ?? null}
        onChange={(option) => setPerson(people.find(({ value }) => value === option?.value) ?? null)}
        options={people}
        onSearch={() => undefined}
        empty={t('records.nothing_found')}
      />
    </>
  );
}
