import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import { instanceApi, ProblemError, resultOf } from '@kushk/api-client';
import {
  Button,
  day,
  isReadable,
  moment,
  Notice,
  Panel,
  ProblemNotice,
  SchemaForm,
  showToast,
  useTexts,
  useUnsaved,
  withDefaults,
  type JsonObject,
  type Schema,
} from '@kushk/ui';
import { settingsProblems } from '../parts/settings-problems.js';
import { installationQuery, type ChangedInstallation, type Installation } from '../queries.js';
import classes from './settings-page.module.css';

const CHANGED_MEANWHILE = 412;

interface SettingsPanelProps {
  readonly installation: Installation;
  readonly schema: Schema;
}

const isConflict = (error: unknown): boolean =>
  error instanceof ProblemError && error.document.status === CHANGED_MEANWHILE;

/** The settings form. The revision that the admin has read is sent along, so that nobody overwrites another unseen. */
export function SettingsPanel({ installation, schema }: SettingsPanelProps): ReactNode {
  const { t, language } = useTexts();
  const { installation_id: id } = installation;
  const stored = useMemo(
    () => withDefaults(schema, (installation.settings ?? {}) as JsonObject),
    [schema, installation.settings],
  );
  // Some fields keep what was typed: `drawn` draws them again when the stored values replace it.
  const [read, setRead] = useState({ revision: installation.settings_revision, settings: stored, drawn: 0 });
  const [settings, setSettings] = useState(stored);
  const save = useSave(id, (saved) => {
    const next = withDefaults(schema, (saved.settings ?? {}) as JsonObject);
    setRead(({ drawn }) => ({ revision: saved.settings_revision, settings: next, drawn: drawn + 1 }));
    setSettings(next);
  });
  const problems = useMemo(() => settingsProblems(save.error, language), [save.error, language]);
  const isChanged = JSON.stringify(settings) !== JSON.stringify(read.settings);
  const unsaved = useUnsaved(isChanged);
  const isOutdated = installation.settings_revision !== read.revision && !save.isPending;
  const load = (): void => {
    setRead(({ drawn }) => ({ revision: installation.settings_revision, settings: stored, drawn: drawn + 1 }));
    setSettings(stored);
    save.reset();
  };
  const submit = (revision: number): void => {
    if (isReadable(settings)) save.mutate({ settings, revision });
  };
  return (
    <Panel title={t('store.settings')} note={t('store.settings.note')}>
      {unsaved}
      <div className={classes.panel}>
        {isOutdated && (
          <Notice
            tone="warn"
            title={t('store.settings.outdated')}
            actions={
              <>
                <Button onPress={load}>{t('store.settings.load')}</Button>
                {isChanged && (
                  <Button onPress={() => submit(installation.settings_revision)}>
                    {t('store.settings.overwrite')}
                  </Button>
                )}
              </>
            }
          >
            <p>{t('store.settings.outdated.what')}</p>
          </Notice>
        )}
        <SchemaForm key={read.drawn} schema={schema} value={settings} onChange={setSettings} problems={problems} />
        {save.isError && !isConflict(save.error) && (
          <ProblemNotice
            error={save.error}
            title={t(problems.length > 0 ? 'store.settings.wrong' : 'store.settings.failed')}
          />
        )}
        <div className={classes.actions}>
          <Button look="primary" isPending={save.isPending} onPress={() => submit(read.revision)}>
            {t('store.settings.save')}
          </Button>
          {isChanged && (
            <Button look="quiet" onPress={load}>
              {t('store.settings.undo')}
            </Button>
          )}
          <p>{t('store.settings.revision', { at: savedAt(installation, language) })}</p>
        </div>
      </div>
    </Panel>
  );
}

/** When the installation was last changed; with the day when that was long ago. */
function savedAt({ updated_at }: Installation, language: Parameters<typeof day>[1]): string {
  const at = new Date(updated_at);
  const isThisYear = at.getFullYear() === new Date().getFullYear();
  return isThisYear ? moment(at, language) : day(at, language);
}

function useSave(id: string, onSaved: (installation: ChangedInstallation) => void) {
  const { t } = useTexts();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ settings, revision }: { settings: JsonObject; revision: number }) =>
      resultOf(
        instanceApi.PUT('/instance/v1/installations/{installation_id}/settings', {
          params: { path: { installation_id: id }, header: { 'If-Match': `"${revision}"` } },
          body: { settings: settings as Record<string, never> },
        }),
      ),
    onSuccess: (saved) => {
      onSaved(saved);
      queries.setQueryData(installationQuery(id).queryKey, (before) => before && { ...before, ...saved });
      showToast({ tone: 'good', message: t('store.settings.saved') });
    },
    onError: (error) => {
      if (isConflict(error)) void queries.invalidateQueries({ queryKey: installationQuery(id).queryKey });
    },
  });
}
