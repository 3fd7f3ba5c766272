import { describe, expect, it } from '@jest/globals';
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';

const root = new URL('../../../../', import.meta.url).pathname;
const sources = globSync('{apps/*-pages,libs/ui}/src/**/*.tsx', { cwd: root })
  .filter((path) => !path.includes('/gallery/'))
  .map((path) => ({ path, text: readFileSync(root + path, 'utf8') }));
const pathsWith = (part: RegExp): readonly string[] =>
  sources.filter(({ text }) => part.test(text)).map(({ path }) => basename(path));

describe('what a person types', () => {
  it('is typed in dialogs above the page that all ask before it is discarded', () => {
    // The list of pages, the search and the day picker hold nothing that could be lost.
    const others = ['command-palette.tsx', 'date-calendar.tsx', 'help-popover.tsx', 'navigation-drawer.tsx'];
    const overlays = pathsWith(/import \{[^}]*\b(Modal|ModalOverlay|Dialog)\b[^}]*\} from 'react-aria-components'/);
    expect(overlays.toSorted()).toEqual([...others, 'plain-modal.tsx'].toSorted());
    expect(pathsWith(/<PlainModal\b/).toSorted()).toEqual(['discard-question.tsx', 'modal.tsx']);
  });

  it('is guarded or stored wherever a form is part of a page', () => {
    const guardsOrStores = /useUnsaved\(|useDraft\(/;
    // The shared frame of forms stands in dialogs.
    const others = ['form-parts.tsx'];
    const forms = sources.filter(({ path, text }) => /<(form|SchemaForm)\b/.test(text) && path.startsWith('apps/'));
    const lost = forms.filter(({ path, text }) => !guardsOrStores.test(text) && !others.includes(basename(path)));
    expect(forms.length).toBeGreaterThan(5);
    expect(lost.map(({ path }) => path)).toEqual([]);
  });
});
