/** CodeMirror with two texts, in a chunk of its own: import it by `lazy()` only. */
import { yaml } from '@codemirror/lang-yaml';
import { MergeView, unifiedMergeView } from '@codemirror/merge';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, lineNumbers } from '@codemirror/view';
import { useEffect, useRef, type ReactNode } from 'react';
import { useTexts } from '../language.js';
import { bidiIsolates } from './bidi-isolates.js';
import { editorTheme } from './editor-theme.js';

export interface DifferenceViewProps {
  readonly before: string;
  readonly after: string;
  readonly labels: { readonly before: string; readonly after: string };
}

/** Below this width two columns of a manifest cannot be read. */
const NARROW = '(width < 60rem)';
/** How many equal lines are left around a difference. */
const CONTEXT = { margin: 3, minSize: 6 };

/** Isolated, because the texts around it run from left to right. */
const persianPhrases = { '$ unchanged lines': '\u2067$ سطر بدون تغییر\u2069' };

function reading(label: string, isPersian: boolean): Extension {
  return [
    lineNumbers(),
    yaml(),
    editorTheme,
    bidiIsolates,
    EditorState.readOnly.of(true),
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({ 'aria-label': label, lang: 'en', tabindex: '0' }),
    isPersian ? EditorState.phrases.of(persianPhrases) : [],
  ];
}

/** Two texts side by side with what differs; on a phone one under the other. */
export function DifferenceView({ before, after, labels }: DifferenceViewProps): ReactNode {
  const isPersian = useTexts().language === 'fa';
  const host = useRef<HTMLDivElement>(null);
  const { before: labelBefore, after: labelAfter } = labels;
  useEffect(() => {
    // As in the editor: the policy of the pages refuses a `<style>` element in a document.
    const root = host.current!.shadowRoot ?? host.current!.attachShadow({ mode: 'open' });
    if (window.matchMedia(NARROW).matches) {
      const unified = unifiedMergeView({ original: before, mergeControls: false, collapseUnchanged: CONTEXT });
      const state = EditorState.create({ doc: after, extensions: [reading(labelAfter, isPersian), unified] });
      const view = new EditorView({ state, parent: root, root });
      return () => view.destroy();
    }
    const merged = new MergeView({
      a: { doc: before, extensions: reading(labelBefore, isPersian) },
      b: { doc: after, extensions: reading(labelAfter, isPersian) },
      parent: root,
      root,
      collapseUnchanged: CONTEXT,
    });
    return () => merged.destroy();
  }, [before, after, labelBefore, labelAfter, isPersian]);
  return <div ref={host} dir="ltr" data-difference="" />;
}
