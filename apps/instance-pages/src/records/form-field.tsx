import type { ReactNode } from 'react';
import { DateField, DecimalField, MomentField, Select, TextField, useTexts } from '@kushk/ui';
import { usePeople } from '../organisation/people.js';
import { useFieldTexts } from './field-texts.js';
import { RecordField } from './record-field.js';
import type { FieldSpec } from './record-types.js';
import { VisibilityField } from './visibility-field.js';

interface FormFieldProps {
  readonly spec: FieldSpec;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly problems?: readonly string[] | undefined;
}

const NOBODY = 'nobody';
const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');
const idOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** One field of a record's form, drawn by its kind. */
export function FormField({ spec, value, onChange, problems }: FormFieldProps): ReactNode {
  const { t } = useTexts();
  const { name } = useFieldTexts();
  const { field, kind, isRequired = false, maxLength, rows = 1 } = spec;
  const shared = { label: name(field), isRequired, problems };
  switch (kind) {
    case 'text':
    case 'long':
      return <TextField {...shared} value={text(value)} onChange={onChange} rows={rows} maxLength={maxLength} />;
    case 'amount':
      return <DecimalField {...shared} value={text(value) || null} onChange={onChange} />;
    case 'date':
      return <DateField {...shared} value={idOrNull(value)} onChange={onChange} />;
    case 'moment':
      return <MomentField {...shared} value={idOrNull(value)} onChange={onChange} />;
    case 'status':
      return (
        <Select
          {...shared}
          value={idOrNull(value)}
          onChange={onChange}
          options={(['open', 'closed'] as const).map((one) => ({ value: one, label: t(`records.status.${one}`) }))}
        />
      );
    case 'person':
      return <PersonField {...shared} value={idOrNull(value)} onChange={onChange} />;
    case 'people':
      return (
        <VisibilityField {...shared} value={Array.isArray(value) ? value.map(String) : null} onChange={onChange} />
      );
    case 'case':
      return <RecordField {...shared} type="case" value={idOrNull(value)} onChange={onChange} />;
    default:
      return kind satisfies never;
  }
}

interface PartProps {
  readonly label: string;
  readonly isRequired: boolean;
  readonly problems?: readonly string[] | undefined;
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
}

function PersonField({ value, onChange, ...field }: PartProps): ReactNode {
  const { t } = useTexts();
  const { data: people = [] } = usePeople();
  const options = [
    { value: NOBODY, label: t('records.nobody') },
    ...people.map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <Select
      {...field}
      value={value ?? NOBODY}
      onChange={(next) => onChange(next === NOBODY ? null : next)}
      options={options}
    />
  );
}
