import { FileUp } from '@kushk/ui/icons';
import { useState, type ReactNode } from 'react';
import { FileTrigger } from 'react-aria-components';
import { Button, Code, PageHead, Tile, TitleText, useTexts } from '@kushk/ui';
import { nameOf } from '../release/plugin-title.js';
import { usePublisher } from './publisher-pages.js';

interface SubmissionHeadProps {
  readonly manifest: unknown;
  /** Missing until the editor is there. */
  readonly onFile?: (file: File) => void;
}

type Names = Readonly<Record<string, unknown>>;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** While the text is no YAML for a moment, the head keeps what it showed. */
function useLastReadable(manifest: unknown): Readonly<Record<string, unknown>> {
  const [last, setLast] = useState<Readonly<Record<string, unknown>>>({});
  const isReadable = typeof manifest === 'object' && manifest !== null;
  if (isReadable && manifest !== last) setLast(manifest as Readonly<Record<string, unknown>>);
  return isReadable ? (manifest as Readonly<Record<string, unknown>>) : last;
}

/** What is submitted, as the manifest names it, and the choice of a file in place of typing. */
export function SubmissionHead({ manifest, onFile }: SubmissionHeadProps): ReactNode {
  const { t, language } = useTexts();
  const publisher = usePublisher();
  const { id, version, names } = useLastReadable(manifest);
  const name = typeof names === 'object' && names !== null ? nameOf(names as Names, '', language) : '';
  return (
    <PageHead
      tile={<Tile id={text(id) || publisher.id} name={name || text(id) || publisher.name} large />}
      title={
        <>
          {t('portal.submit')} {text(version) !== '' && <Code soft>{text(version)}</Code>}
        </>
      }
      note={
        <>
          {name !== '' && <TitleText>{name}</TitleText>}
          {text(id) !== '' && (
            <Code soft breaks>
              {text(id)}
            </Code>
          )}
        </>
      }
      actions={
        <FileTrigger
          acceptedFileTypes={['.yaml', '.yml', '.json', 'application/yaml', 'application/json']}
          onSelect={(files) => files?.[0] !== undefined && onFile?.(files[0])}
        >
          <Button isDisabled={onFile === undefined}>
            <FileUp aria-hidden="true" />
            {t('portal.file')}
          </Button>
        </FileTrigger>
      }
    />
  );
}
