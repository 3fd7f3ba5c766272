import { useState, type ReactNode } from 'react';
import { Checkbox, DateField, RadioCards, showToast, TextField, UNREADABLE, useTexts } from '@kushk/ui';
import { FormDialog } from '../dialogs/form-dialog.js';
import { RequiredField } from '../dialogs/required-field.js';
import { timesOf } from '../tehran-days.js';
import classes from './operator.module.css';
import { issueKey, type Key, type KeyPurpose } from './queries.js';

interface IssueKeyDialogProps {
  readonly publisher: string;
  /** The secret, which the hub returns only now; null when no key was issued. */
  readonly onClose: (issued: IssuedKey | null) => void;
}
export interface IssuedKey {
  readonly secret: string;
  readonly purpose: KeyPurpose;
}

const PURPOSES: readonly KeyPurpose[] = ['api', 'registry'];
type Scope = Key['scopes'][number];
const SCOPES: readonly Scope[] = ['read', 'submit', 'usage', 'access', 'manage'];

/** A key has a label, by which people recognise it, and works until it is revoked or expires. */
export function IssueKeyDialog({ publisher, onClose }: IssueKeyDialogProps): ReactNode {
  const { t } = useTexts();
  const [label, setLabel] = useState('');
  const [lastDay, setLastDay] = useState<string | null>(null);
  const [purpose, setPurpose] = useState<KeyPurpose>('api');
  const [reach, setReach] = useState<Reach>({ scopes: SCOPES, plugin: '' });
  const run = () =>
    issueKey(publisher, {
      label: label.trim(),
      expires_at: lastDay === null ? null : timesOf({ to: lastDay }).to!,
      purpose,
      scopes: purpose === 'api' ? [...reach.scopes] : null,
      plugin_id: purpose === 'api' ? reach.plugin.trim() || null : null,
    });
  return (
    <FormDialog
      title={t('operator.keys.issue')}
      text={t('operator.keys.issue.what')}
      action={t('operator.keys.issue')}
      isIncomplete={label.trim() === '' || lastDay === UNREADABLE || reach.scopes.length === 0}
      fields={['/label', '/expires_at', '/plugin_id']}
      run={run}
      onClose={(issued) => {
        // A try before this one issued the key, and its response was lost.
        if (issued?.secret === null) showToast({ tone: 'bad', message: t('operator.keys.secret_lost') });
        onClose(issued?.secret ? { secret: issued.secret, purpose } : null);
      }}
    >
      {(isTried, problemsAt) => (
        <>
          <RadioCards
            label={t('operator.keys.purpose')}
            value={purpose}
            onChange={(value) => setPurpose(value as KeyPurpose)}
            options={PURPOSES.map((value) => ({
              value,
              title: t(`operator.keys.purpose.${value}`),
              text: t(`operator.keys.purpose.${value}.what`),
            }))}
          />
          <RequiredField
            label={t('operator.keys.label')}
            description={t('operator.keys.label.hint')}
            value={label}
            onChange={setLabel}
            maxLength={200}
            isTried={isTried}
            problems={problemsAt('/label')}
          />
          <DateField
            label={t('operator.keys.last_day')}
            description={t('operator.keys.last_day.hint')}
            value={lastDay}
            onChange={setLastDay}
            problems={problemsAt('/expires_at')}
          />
          {purpose === 'api' && <ReachFields value={reach} onChange={setReach} problems={problemsAt('/plugin_id')} />}
        </>
      )}
    </FormDialog>
  );
}

interface Reach {
  readonly scopes: readonly Scope[];
  readonly plugin: string;
}

/** What the key may do, and for which plugin. */
function ReachFields({
  value,
  onChange,
  problems,
}: {
  readonly value: Reach;
  readonly problems: readonly string[];
  readonly onChange: (value: Reach) => void;
}): ReactNode {
  const { t } = useTexts();
  const choose = (scope: Scope, isSelected: boolean): void =>
    onChange({ ...value, scopes: SCOPES.filter((one) => (one === scope ? isSelected : value.scopes.includes(one))) });
  return (
    <>
      <fieldset className={classes.roles}>
        <legend>{t('operator.keys.scopes')}</legend>
        {SCOPES.map((scope) => (
          <Checkbox
            key={scope}
            label={t(`operator.keys.scope.${scope}`)}
            isSelected={value.scopes.includes(scope)}
            onChange={(isSelected) => choose(scope, isSelected)}
          />
        ))}
      </fieldset>
      <TextField
        label={t('operator.keys.plugin')}
        description={t('operator.keys.plugin.hint')}
        value={value.plugin}
        onChange={(plugin) => onChange({ ...value, plugin })}
        maxLength={128}
        problems={problems}
        isCode
      />
    </>
  );
}
