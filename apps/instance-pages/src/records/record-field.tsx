import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState, type ReactNode } from 'react';
import { instanceApi, resultOf } from '@kushk/api-client';
import { ComboField, useTexts } from '@kushk/ui';
import { readCases } from './list-queries.js';

const MOST = 20;
type Type = 'case' | 'session';

const listOf = { case: 'cases', session: 'sessions' } as const;

async function search(type: Type, text: string, signal: AbortSignal) {
  const query = { limit: MOST, ...(text !== '' && { q: text }) };
  const { items } =
    type === 'case'
      ? await readCases(query, signal)
      : await resultOf(instanceApi.GET('/instance/v1/sessions', { params: { query }, signal }));
  return items.map(({ id, title }) => ({ value: id, label: title }));
}

async function titleOf(type: Type, id: string, signal: AbortSignal): Promise<string> {
  const params = { path: { id } };
  const record =
    type === 'case'
      ? await resultOf(instanceApi.GET('/instance/v1/cases/{id}', { params, signal }))
      : await resultOf(instanceApi.GET('/instance/v1/sessions/{id}', { params, signal }));
  return record.title;
}

interface RecordFieldProps {
  readonly type: Type;
  readonly label: string;
  readonly value: string | null;
  readonly onChange: (id: string | null) => void;
  readonly isRequired?: boolean;
  readonly problems?: readonly string[] | undefined;
}

/** Picks a case or a session by words of its title. */
export function RecordField({ type, value, onChange, ...field }: RecordFieldProps): ReactNode {
  const { t } = useTexts();
  const [text, setText] = useState('');
  const [chosen, choose] = useState<{ readonly value: string; readonly label: string } | null>(null);
  const typed = useDeferredValue(text.trim());
  const found = useQuery({
    queryKey: [listOf[type], 'picker', typed],
    queryFn: ({ signal }) => search(type, typed, signal),
    placeholderData: keepPreviousData,
  });
  const isNamed = value === null || chosen?.value === value;
  const title = useQuery({
    queryKey: [listOf[type], 'title', value],
    queryFn: ({ signal }) => titleOf(type, value ?? '', signal),
    enabled: !isNamed,
  });
  return (
    <ComboField
      {...field}
      value={value}
      valueLabel={value === null ? null : isNamed ? (chosen?.label ?? null) : (title.data ?? value)}
      onChange={(option) => {
        choose(option);
        onChange(option?.value ?? null);
      }}
      options={found.data ?? []}
      onSearch={setText}
      empty={t(found.isLoading ? 'records.searching' : 'records.nothing_found')}
      placeholder={t(`records.pick.${type}`)}
    />
  );
}
