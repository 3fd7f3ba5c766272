import { Search } from '../icons/icons.generated.js';
import { useEffect, useState, type ReactNode } from 'react';
import {
  Autocomplete,
  Dialog,
  Header,
  Input,
  ListBox,
  ListBoxItem,
  ListBoxSection,
  Modal,
  ModalOverlay,
  SearchField,
} from 'react-aria-components';
import { useTexts } from '../language.js';
import classes from './command-palette.module.css';
import { usePageCommands, type Command } from './command-store.js';
import { matches, searchForm } from './match-command.js';

/** A titled list of results, such as the cases that were found. */
export interface CommandGroup {
  readonly id: string;
  readonly title: string;
  readonly commands: readonly Command[];
}

interface CommandPaletteProps {
  readonly pages: readonly Command[];
  /** Finds records by the API. Called while the person types, with a signal that ends an outdated search. */
  readonly search?: (text: string, signal: AbortSignal) => Promise<readonly CommandGroup[]>;
  readonly onClose: () => void;
}

const DEBOUNCE_MS = 180;
const SHORTEST_SEARCH = 2;
const LONGEST_SEARCH = 200;

/** Pages, actions of the current page, and records, by typing. */
export function CommandPalette({ pages, search, onClose }: CommandPaletteProps): ReactNode {
  const { t } = useTexts();
  const [text, setText] = useState('');
  const actions = usePageCommands();
  const found = useSearch(text, search);
  const own = [
    { id: 'actions', title: t('palette.actions'), commands: actions.filter((one) => matches(one, text)) },
    { id: 'pages', title: t('palette.pages'), commands: pages.filter((one) => matches(one, text)) },
  ];
  const groups = [...own, ...found.groups].filter(({ commands }) => commands.length > 0);
  const run = (key: string): void => {
    const [group, id] = key.split('\n');
    onClose();
    groups
      .find((one) => one.id === group)
      ?.commands.find((one) => one.id === id)
      ?.run();
  };
  return (
    <ModalOverlay className={classes.veil!} isDismissable isOpen onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Modal className={classes.modal!}>
        <Dialog className={classes.dialog!} aria-label={t('palette.title')}>
          <Autocomplete inputValue={text} onInputChange={(next) => setText(next.slice(0, LONGEST_SEARCH))}>
            <SearchField
              aria-label={t('palette.title')}
              className={classes.field!}
              autoFocus
              // Otherwise the first press only clears the text.
              onKeyDown={(event) => event.key === 'Escape' && onClose()}
            >
              <Search aria-hidden="true" />
              <Input className={classes.input!} placeholder={t('palette.placeholder')} />
            </SearchField>
            <ListBox
              aria-label={t('palette.results')}
              className={classes.list!}
              items={groups}
              selectionMode="none"
              onAction={(key) => run(String(key))}
              renderEmptyState={() => (
                <p className={classes.empty}>{t(found.isSearching ? 'palette.searching' : 'palette.nothing')}</p>
              )}
            >
              {(group) => <Group group={group} />}
            </ListBox>
          </Autocomplete>
          <p role="status" className={classes.state}>
            {found.isFailed ? t('palette.failed') : found.isSearching ? t('palette.searching') : ''}
          </p>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function Group({ group }: { group: CommandGroup }): ReactNode {
  return (
    <ListBoxSection id={group.id} className={classes.group!}>
      <Header className={classes.title!}>{group.title}</Header>
      {group.commands.map(({ id, title, note }) => (
        <ListBoxItem key={id} id={`${group.id}\n${id}`} textValue={title} className={classes.item!}>
          <bdi>{title}</bdi>
          {note !== undefined && <bdi className={classes.note}>{note}</bdi>}
        </ListBoxItem>
      ))}
    </ListBoxSection>
  );
}

interface Found {
  readonly groups: readonly CommandGroup[];
  readonly isSearching: boolean;
  readonly isFailed: boolean;
}
const NOTHING: Found = { groups: [], isSearching: false, isFailed: false };

function useSearch(text: string, search: CommandPaletteProps['search']): Found {
  const [found, setFound] = useState({ wanted: '', groups: NOTHING.groups, isFailed: false });
  const wanted = searchForm(text);
  const isShort = wanted.length < SHORTEST_SEARCH;
  useEffect(() => {
    if (search === undefined || isShort) return;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      search(wanted, abort.signal).then(
        (groups) => !abort.signal.aborted && setFound({ wanted, groups, isFailed: false }),
        () => !abort.signal.aborted && setFound({ wanted, groups: [], isFailed: true }),
      );
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [wanted, isShort, search]);
  if (search === undefined || isShort) return NOTHING;
  // What was found for the text before stays until the service answers.
  const isSearching = found.wanted !== wanted;
  return { groups: found.groups, isSearching, isFailed: found.isFailed && !isSearching };
}
