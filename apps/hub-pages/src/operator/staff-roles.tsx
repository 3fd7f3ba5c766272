import { useState, type ReactNode } from 'react';
import { Checkbox, useTexts } from '@kushk/ui';
import { FormDialog } from '../dialogs/form-dialog.js';
import { NameField } from '../dialogs/required-field.js';
import classes from './operator.module.css';
import { changeStaff, type Role, type Staff } from './queries.js';

const roles = ['operator', 'reviewer', 'billing'] as const satisfies readonly Role[];

interface RoleFieldsProps {
  readonly value: readonly Role[];
  readonly onChange: (roles: readonly Role[]) => void;
}

/** The roles, each with what it may do. */
export function RoleFields({ value, onChange }: RoleFieldsProps): ReactNode {
  const { t } = useTexts();
  return (
    <fieldset className={classes.roles}>
      <legend>{t('operator.staff.roles')}</legend>
      {roles.map((role) => (
        <Checkbox
          key={role}
          label={t(`operator.role.${role}`)}
          isSelected={value.includes(role)}
          onChange={(isSelected) => onChange(roles.filter((one) => (one === role ? isSelected : value.includes(one))))}
        />
      ))}
    </fieldset>
  );
}

interface ChangeStaffDialogProps {
  readonly staff: Staff;
  readonly onClose: () => void;
}

/** Changes the name and the roles of a member of the staff. */
export function ChangeStaffDialog({ staff, onClose }: ChangeStaffDialogProps): ReactNode {
  const { t } = useTexts();
  const [name, setName] = useState(staff.name);
  const [chosen, setChosen] = useState<readonly Role[]>(staff.roles);
  return (
    <FormDialog
      title={t('operator.staff.change.title', { name: staff.name })}
      text={t('operator.staff.change.what')}
      action={t('operator.save')}
      isIncomplete={name.trim() === ''}
      fields={['/name']}
      run={() => changeStaff(staff.id, { name: name.trim(), roles: [...chosen] })}
      onClose={onClose}
    >
      {(isTried, problemsAt) => (
        <>
          <NameField value={name} onChange={setName} isTried={isTried} problems={problemsAt('/name')} />
          <RoleFields value={chosen} onChange={setChosen} />
        </>
      )}
    </FormDialog>
  );
}
