import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Button, Code, Notice, showToast, TextField, useTexts, type FieldProblems } from '@kushk/ui';
import { FormDialog } from '../dialogs/form-dialog.js';
import { RequiredField } from '../dialogs/required-field.js';
import { ChangeClass } from '../release/capability-changes.js';
import { usePublisher } from './publisher-pages.js';
import { pluginQuery, returnRelease, type Release, type ReleaseReturn } from './queries.js';

const VERSION_MAX_CHARACTERS = 64;
const REASON_MAX_CHARACTERS = 2_000;

interface Draft {
  readonly version: string;
  readonly reason: string;
}

/** Returns to the content of this release: first a dry run, which shows what would be lost, then the confirmation. */
export function ReturnDialog({ release }: { readonly release: Release }): ReactNode {
  const { t } = useTexts();
  const publisher = usePublisher();
  const { plugin_id, version: from, status } = release;
  const { data: plugin } = useQuery(pluginQuery(publisher.id, plugin_id));
  const [draft, setDraft] = useState<Draft | null>(null);
  const [checked, setChecked] = useState<ReleaseReturn | null>(null);
  const send = ({ version, reason }: Draft, dry_run: boolean) =>
    returnRelease(
      { publisher_id: publisher.id, plugin_id, version: from },
      { version: version.trim(), reason: reason.trim(), dry_run },
    );
  // There is nothing to return from while this is the newest release.
  const isPossible =
    status === 'published' && plugin !== undefined && plugin !== null && plugin.newest.version !== from;
  return (
    <>
      {isPossible && (
        <Button onPress={() => setDraft({ version: nextPatch(plugin.latest_published), reason: '' })}>
          {t('portal.return')}
        </Button>
      )}
      {draft !== null && checked === null && (
        <FormDialog
          title={t('portal.return.title', { version: from })}
          text={t('portal.return.what')}
          action={t('portal.return.check')}
          isIncomplete={draft.version.trim() === '' || draft.reason.trim() === ''}
          fields={['/version', '/reason']}
          run={() => send(draft, true)}
          onClose={(result) => (result === null ? setDraft(null) : setChecked(result))}
        >
          {(isTried, problemsAt) => <Fields {...{ draft, isTried, problemsAt }} onChange={setDraft} />}
        </FormDialog>
      )}
      {draft !== null && checked !== null && (
        <FormDialog
          title={t('portal.return.confirm', { version: checked.version })}
          action={t(checked.approval === 'automatic' ? 'portal.return.publish' : 'portal.return.submit')}
          isIncomplete={false}
          run={() => send(draft, false)}
          onClose={(made) => {
            setChecked(null);
            if (made === null) return;
            setDraft(null);
            const text = made.approval === 'automatic' ? 'portal.return.done' : 'portal.return.submitted';
            showToast({ tone: 'good', message: t(text, { version: made.version }) });
          }}
        >
          {() => <Preview made={checked} />}
        </FormDialog>
      )}
    </>
  );
}

interface FieldsProps {
  readonly draft: Draft;
  readonly isTried: boolean;
  readonly problemsAt: FieldProblems['at'];
  readonly onChange: (draft: Draft) => void;
}

function Fields({ draft, isTried, problemsAt, onChange }: FieldsProps): ReactNode {
  const { t } = useTexts();
  return (
    <>
      <RequiredField
        label={t('portal.return.version')}
        description={t('portal.return.version.hint')}
        isCode
        isTried={isTried}
        maxLength={VERSION_MAX_CHARACTERS}
        value={draft.version}
        onChange={(version) => onChange({ ...draft, version })}
        problems={problemsAt('/version')}
      />
      <TextField
        label={t('portal.return.reason')}
        description={t('portal.withdraw.reason.hint')}
        rows={3}
        isRequired
        maxLength={REASON_MAX_CHARACTERS}
        value={draft.reason}
        onChange={(reason) => onChange({ ...draft, reason })}
        problems={isTried && draft.reason.trim() === '' ? [t('dialogs.reason.empty')] : problemsAt('/reason')}
      />
    </>
  );
}

/** What the dry run says. */
function Preview({
  made: { from, version, present, losses, approval, diff },
}: {
  readonly made: ReleaseReturn;
}): ReactNode {
  const { t } = useTexts();
  const lists = [
    [t('portal.return.lost.settings', { version: present }), losses.settings],
    [t('portal.return.lost.records', { version: present }), losses.record_types],
  ] as const;
  const lost = lists.filter(([, names]) => names.length > 0);
  return (
    <>
      <p>{t(`portal.return.${approval}`, { version, from })}</p>
      {diff !== null && (
        <p>
          <ChangeClass value={diff.class} /> {t('portal.changes.since', { version: diff.previous })}
        </p>
      )}
      <p>{t('portal.return.moves')}</p>
      {lost.length === 0 ? (
        <p>{t('portal.return.lost.nothing')}</p>
      ) : (
        <Notice tone="warn" title={t('portal.return.lost')}>
          {lost.map(([title, names]) => (
            <p key={title}>
              {title}{' '}
              {names.map((name) => (
                <span key={name}>
                  <Code>{name}</Code>{' '}
                </span>
              ))}
            </p>
          ))}
        </Notice>
      )}
    </>
  );
}

/** A first value for the version: the patch after the published one. The dry run says when it must be higher. */
function nextPatch(published: string | null): string {
  const [, minor, patch] = /^(\d+\.\d+)\.(\d{1,9})$/.exec(published ?? '') ?? [];
  return minor === undefined || patch === undefined ? '' : `${minor}.${Number(patch) + 1}`;
}
