import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Check } from '@kushk/ui/icons';
import { useState, type ReactNode } from 'react';
import { ListBox, ListBoxItem, type Selection } from 'react-aria-components';
import { instanceApi, resultOf } from '@kushk/api-client';
import {
  Button,
  DialogActions,
  ModalDialog,
  ProblemNotice,
  SearchField,
  SkeletonLine,
  TitleText,
  useTexts,
} from '@kushk/ui';
import { readCases } from '../records/list-queries.js';
import { PluginOrigin, PluginText, type Plugin } from './plugin-origin.js';
import type { DialogRequest } from './frame-link.js';
import classes from './plugin-dialog.module.css';

type PickRequest = Extract<DialogRequest, { method: 'ui.pickPerson' | 'ui.pickCase' }>;
interface Choice {
  readonly id: string;
  readonly name: string;
}

const MOST_CHOICES = 50;
const SKELETON_ROWS = 4;

/** What the person may see: the first ones, or those that the search finds. */
async function findChoices(kind: 'person' | 'case', q: string, signal: AbortSignal): Promise<readonly Choice[]> {
  const limit = MOST_CHOICES;
  if (q !== '') {
    const query = { q, type: kind, limit };
    const { items } = await resultOf(instanceApi.GET('/instance/v1/search', { params: { query }, signal }));
    return items.map(({ id, title }) => ({ id, name: title }));
  }
  if (kind === 'person') {
    const { items } = await resultOf(instanceApi.GET('/instance/v1/people', { params: { query: { limit } }, signal }));
    return items.map(({ id, name }) => ({ id, name }));
  }
  const { items } = await readCases({ limit }, signal);
  return items.map(({ id, title }) => ({ id, name: title }));
}

interface RecordPickerProps {
  readonly plugin: Plugin;
  readonly request: PickRequest;
  /** Null when the person cancels. The plugin learns only what was picked. */
  readonly onAnswer: (picked: readonly object[] | null) => void;
}

export function RecordPicker({ plugin, request, onAnswer }: RecordPickerProps): ReactNode {
  const { t } = useTexts();
  const kind = request.method === 'ui.pickPerson' ? 'person' : 'case';
  const [text, setText] = useState('');
  const [picked, setPicked] = useState<ReadonlyMap<string, Choice>>(new Map());
  const q = text.trim();
  const choices = useQuery({
    queryKey: [kind === 'person' ? 'people' : 'cases', 'picker', q],
    queryFn: ({ signal }) => findChoices(kind, q, signal),
    placeholderData: keepPreviousData,
  });
  const select = (keys: Selection): void => {
    if (keys === 'all') return;
    const known = new Map([...picked, ...(choices.data ?? []).map((choice): [string, Choice] => [choice.id, choice])]);
    setPicked(new Map([...keys].flatMap((key) => [...known].filter(([id]) => id === key))));
  };
  const answer = [...picked.values()].map(({ id, name }) => (kind === 'person' ? { id, name } : { id, title: name }));
  return (
    <ModalDialog isOpen title={t(`embedded.pick.${kind}`, { name: plugin.name })} onClose={() => onAnswer(null)}>
      <PluginOrigin plugin={plugin} />
      <PluginText>{[request.title]}</PluginText>
      <SearchField label={t('embedded.pick.search')} value={text} onChange={setText} />
      {choices.error ? (
        <ProblemNotice error={choices.error} onRetry={() => choices.refetch()} />
      ) : (
        <Choices
          label={t(`embedded.pick.${kind}`, { name: plugin.name })}
          choices={choices.data}
          picked={picked}
          isMultiple={request.multiple}
          onSelect={select}
        />
      )}
      <p className={classes.warning}>{t('embedded.pick.warning')}</p>
      <DialogActions>
        <Button look="quiet" onPress={() => onAnswer(null)}>
          {t('embedded.cancel')}
        </Button>
        <Button isDisabled={answer.length === 0} onPress={() => onAnswer(answer)}>
          {t('embedded.pick.done', { count: answer.length })}
        </Button>
      </DialogActions>
    </ModalDialog>
  );
}

interface ChoicesProps {
  readonly label: string;
  readonly choices: readonly Choice[] | undefined;
  readonly picked: ReadonlyMap<string, Choice>;
  readonly isMultiple: boolean;
  readonly onSelect: (keys: Selection) => void;
}

function Choices({ label, choices, picked, isMultiple, onSelect }: ChoicesProps): ReactNode {
  const { t } = useTexts();
  if (choices === undefined)
    return (
      <div className={classes.choices} aria-busy="true">
        {Array.from({ length: SKELETON_ROWS }, (_, at) => (
          <div key={at} className={classes.choice}>
            <SkeletonLine width="long" />
          </div>
        ))}
      </div>
    );
  return (
    <ListBox
      aria-label={label}
      className={classes.choices!}
      items={choices}
      selectionMode={isMultiple ? 'multiple' : 'single'}
      selectedKeys={[...picked.keys()]}
      onSelectionChange={onSelect}
      renderEmptyState={() => <p className={classes.empty}>{t('embedded.pick.none')}</p>}
    >
      {(choice) => (
        <ListBoxItem id={choice.id} textValue={choice.name} className={classes.choice!}>
          {({ isSelected }) => (
            <>
              <TitleText>{choice.name}</TitleText>
              {isSelected && <Check aria-hidden="true" />}
            </>
          )}
        </ListBoxItem>
      )}
    </ListBox>
  );
}
