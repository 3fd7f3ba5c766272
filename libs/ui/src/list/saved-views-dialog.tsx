import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { use, useState, type ReactNode } from 'react';
import { Button, IconButton } from '../controls/button.js';
import { DialogActions } from '../controls/dialog-actions.js';
import { DialogForm } from '../controls/dialog-form.js';
import { ModalDialog } from '../controls/dialog.js';
import { TextField } from '../controls/text-field.js';
import { ProblemNotice } from '../feedback/problem-notice.js';
import { Trash2 } from '../icons/icons.generated.js';
import { useTexts } from '../language.js';
import { NavigateContext } from '../page/link-router.js';
import { fetchViews, setView, type SavedView } from '../session/session.js';
import { RowsSkeleton } from './rows-skeleton.js';
import classes from './saved-views-dialog.module.css';

const SKELETON_ROWS = 2;
const NAME_MAX_CHARACTERS = 60;

interface SavedViewsDialogProps {
  /** The path of the list. */
  readonly path: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** The views of the list of this page. They are stored with the person, so they are there in every browser. */
export function SavedViewsDialog({ path, isOpen, onClose }: SavedViewsDialogProps): ReactNode {
  const { t } = useTexts();
  return (
    <ModalDialog title={t('views.title')} isOpen={isOpen} onClose={onClose}>
      <Views path={path} onClose={onClose} />
    </ModalDialog>
  );
}

function Views({ path, onClose }: Omit<SavedViewsDialogProps, 'isOpen'>): ReactNode {
  const { t } = useTexts();
  const { search } = location;
  const queries = useQueryClient();
  const navigate = use(NavigateContext);
  const views = useQuery({ queryKey: ['views'], queryFn: fetchViews, staleTime: 0 });
  const change = useMutation({
    mutationFn: setView,
    onSettled: () => queries.invalidateQueries({ queryKey: ['views'] }),
  });
  const open = (view: SavedView): void => {
    onClose();
    navigate(view.path + view.search);
  };
  const own = views.data?.views.filter((view) => view.path === path);
  return (
    <>
      {views.isPending && <RowsSkeleton rows={SKELETON_ROWS} />}
      {views.error !== null && <ProblemNotice error={views.error} onRetry={() => views.refetch()} />}
      {change.error !== null && <ProblemNotice error={change.error} />}
      {own?.length === 0 && <p className={classes.note}>{t('views.none')}</p>}
      <ul className={classes.list}>
        {own?.map((view) => (
          <li key={view.name} className={classes.row}>
            <Button look="quiet" onPress={() => open(view)}>
              <bdi>{view.name}</bdi>
            </Button>
            <IconButton
              aria-label={t('views.remove', { name: view.name })}
              onPress={() => change.mutate({ path, name: view.name, search: null })}
            >
              <Trash2 />
            </IconButton>
          </li>
        ))}
      </ul>
      <NewView
        isFiltered={search !== ''}
        onSave={(name) => change.mutate({ path, name, search }, { onSuccess: onClose })}
        onClose={onClose}
      />
    </>
  );
}

interface NewViewProps {
  /** A list without filters is there without a name. */
  readonly isFiltered: boolean;
  readonly onSave: (name: string) => void;
  readonly onClose: () => void;
}

function NewView({ isFiltered, onSave, onClose }: NewViewProps): ReactNode {
  const { t } = useTexts();
  const [name, setName] = useState('');
  const isReady = name.trim() !== '' && [...name.trim()].length <= NAME_MAX_CHARACTERS;
  const close = (
    <Button onPress={onClose} autoFocus={!isFiltered}>
      {t('close')}
    </Button>
  );
  if (!isFiltered)
    return (
      <>
        <p className={classes.note}>{t('views.how')}</p>
        <DialogActions>{close}</DialogActions>
      </>
    );
  return (
    <DialogForm onSubmit={() => isReady && onSave(name.trim())}>
      <TextField label={t('views.name')} value={name} onChange={setName} maxLength={NAME_MAX_CHARACTERS} isFirst />
      <DialogActions>
        {close}
        <Button look="primary" type="submit" isDisabled={!isReady}>
          {t('views.save')}
        </Button>
      </DialogActions>
    </DialogForm>
  );
}
