import { useState, type ReactNode } from 'react';
import { Checkbox, DateField, TextField, UNREADABLE, useTexts, type FieldProblems } from '@kushk/ui';
import { FormDialog } from '../dialogs/form-dialog.js';
import { RequiredField } from '../dialogs/required-field.js';
import { timesOf } from '../tehran-days.js';
import classes from './operator.module.css';
import { addTrust, type Trust, type TrustToAdd } from './queries.js';

const SCOPES = ['read', 'submit'] as const satisfies readonly Trust['scopes'][number][];
const CLAIM_ROWS = 4;

interface Draft extends Pick<Trust, 'issuer' | 'audience' | 'plugin_id' | 'scopes' | 'public'> {
  /** Each line `name=pattern`. */
  readonly claims: string;
  readonly lastDay: string | null;
}

/** The claims in the text, without empty lines; null when a line is none. */
function claimsIn(text: string): Trust['claims'] | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length === 0 || lines.some((line) => line.trim().indexOf('=') < 1)) return null;
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf('=');
      return [line.slice(0, at).trim(), line.slice(at + 1).trim()];
    }),
  );
}

function trustOf({ claims, lastDay, issuer, audience, plugin_id, ...more }: Draft): TrustToAdd {
  return {
    ...more,
    issuer: issuer.trim(),
    audience: audience.trim(),
    claims: claimsIn(claims) ?? {},
    plugin_id: plugin_id.trim(),
    expires_at: lastDay === null ? null : timesOf({ to: lastDay }).to!,
  };
}

/** A trust names the issuer of the tokens and what they must say. */
export function AddTrustDialog({
  publisher,
  onClose,
}: {
  readonly publisher: string;
  readonly onClose: () => void;
}): ReactNode {
  const { t } = useTexts();
  const [draft, setDraft] = useState<Draft>({
    issuer: '',
    audience: location.origin,
    claims: '',
    plugin_id: '',
    scopes: [...SCOPES],
    public: false,
    lastDay: null,
  });
  const isIncomplete =
    claimsIn(draft.claims) === null ||
    draft.scopes.length === 0 ||
    draft.lastDay === UNREADABLE ||
    [draft.issuer, draft.audience, draft.plugin_id].some((text) => text.trim() === '');
  return (
    <FormDialog
      title={t('operator.trusts.add')}
      text={t('operator.trusts.add.what')}
      action={t('operator.add')}
      isIncomplete={isIncomplete}
      fields={['/issuer', '/audience', '/claims', '/plugin_id', '/expires_at']}
      run={() => addTrust(publisher, trustOf(draft))}
      onClose={onClose}
    >
      {(isTried, problemsAt) => (
        <Fields {...{ draft, isTried, problemsAt }} onChange={(changes) => setDraft({ ...draft, ...changes })} />
      )}
    </FormDialog>
  );
}

interface FieldsProps {
  readonly draft: Draft;
  readonly isTried: boolean;
  readonly problemsAt: FieldProblems['at'];
  readonly onChange: (changes: Partial<Draft>) => void;
}

function Fields({ draft, isTried, problemsAt, onChange }: FieldsProps): ReactNode {
  const { t } = useTexts();
  const code = { isCode: true, isTried, maxLength: 255 };
  return (
    <>
      <RequiredField
        {...code}
        label={t('operator.trusts.issuer')}
        description={t('operator.trusts.issuer.hint')}
        value={draft.issuer}
        onChange={(issuer) => onChange({ issuer })}
        problems={problemsAt('/issuer')}
      />
      <RequiredField
        {...code}
        label={t('operator.trusts.audience')}
        description={t('operator.trusts.audience.hint')}
        value={draft.audience}
        onChange={(audience) => onChange({ audience })}
        problems={problemsAt('/audience')}
      />
      <TextField
        label={t('operator.trusts.claims')}
        description={t('operator.trusts.claims.hint')}
        rows={CLAIM_ROWS}
        isCode
        isRequired
        value={draft.claims}
        onChange={(claims) => onChange({ claims })}
        problems={
          isTried && claimsIn(draft.claims) === null ? [t('operator.trusts.claims.bad')] : problemsAt('/claims')
        }
      />
      <RequiredField
        {...code}
        label={t('operator.trusts.plugin')}
        description={t('operator.trusts.plugin.hint')}
        value={draft.plugin_id}
        onChange={(plugin_id) => onChange({ plugin_id })}
        problems={problemsAt('/plugin_id')}
      />
      <fieldset className={classes.roles}>
        <legend>{t('operator.trusts.scopes')}</legend>
        {SCOPES.map((scope) => (
          <Checkbox
            key={scope}
            label={t(`operator.keys.scope.${scope}`)}
            isSelected={draft.scopes.includes(scope)}
            onChange={(isSelected) =>
              onChange({ scopes: SCOPES.filter((one) => (one === scope ? isSelected : draft.scopes.includes(one))) })
            }
          />
        ))}
      </fieldset>
      <Checkbox
        label={t('operator.trusts.public')}
        isSelected={draft.public}
        onChange={(isPublic) => onChange({ public: isPublic })}
      />
      <DateField
        label={t('operator.keys.last_day')}
        description={t('operator.keys.last_day.hint')}
        value={draft.lastDay}
        onChange={(lastDay) => onChange({ lastDay })}
        problems={problemsAt('/expires_at')}
      />
    </>
  );
}
