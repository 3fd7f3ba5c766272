import { useState, type ComponentProps, type ReactNode } from 'react';
import { SchemaForm, useUnsaved } from '@kushk/ui';

/** Settings that are sent together with the rest of the page. Leaving the page asks before it discards them. */
export function NewSettingsForm(form: ComponentProps<typeof SchemaForm>): ReactNode {
  const [first] = useState(form.value);
  const unsaved = useUnsaved(form.value !== first);
  return (
    <>
      {unsaved}
      <SchemaForm {...form} />
    </>
  );
}
