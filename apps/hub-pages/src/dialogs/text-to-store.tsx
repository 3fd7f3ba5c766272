import type { ReactNode } from 'react';
import { CopyButton, IconButton, useTexts } from '@kushk/ui';
import { Download } from '@kushk/ui/icons';
import classes from './text-to-store.module.css';

interface TextToStoreProps {
  /** The name of the text for screen readers. */
  readonly name: string;
  readonly text: string;
  /** The name of the downloaded file. Without it the text can only be copied. */
  readonly fileName?: string;
}

/** A text to copy or to download, such as a key. */
export function TextToStore({ name, text, fileName }: TextToStoreProps): ReactNode {
  const { t } = useTexts();
  return (
    <div className={classes.secret} role="group" aria-label={name}>
      <pre dir="ltr" tabIndex={0}>
        <code>{text}</code>
      </pre>
      <CopyButton text={text} label={t('dialogs.secret.copy', { name })} />
      {fileName !== undefined && (
        <IconButton aria-label={t('dialogs.secret.save', { name: fileName })} onPress={() => saveAs(fileName, text)}>
          <Download />
        </IconButton>
      )}
    </div>
  );
}

function saveAs(fileName: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/octet-stream' }));
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(link.href);
}
