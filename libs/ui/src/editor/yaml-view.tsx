/** CodeMirror, in a chunk of its own: import it by `lazy()` only. */
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import { foldGutter, HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import { lintGutter, setDiagnostics, type Diagnostic } from '@codemirror/lint';
import { EditorSelection, EditorState, type Extension, type Text } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { useEffect, useRef, type ReactNode } from 'react';
import { useTexts } from '../language.js';
import type { PlacedProblem } from './problem.js';

const colours = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--accent)' },
  { tag: [tags.string, tags.content], color: 'var(--text)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--violet)' },
  { tag: [tags.comment, tags.lineComment], color: 'var(--text-faint)', fontStyle: 'italic' },
  { tag: [tags.punctuation, tags.separator, tags.bracket, tags.squareBracket, tags.brace], color: 'var(--text-faint)' },
  { tag: [tags.meta, tags.labelName, tags.typeName], color: 'var(--info)' },
]);

const theme = EditorView.theme({
  '&': { color: 'var(--text)', backgroundColor: 'transparent', fontSize: '0.78rem', blockSize: '100%' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.65', fontVariantLigatures: 'none' },
  '.cm-content': { paddingBlock: '0.5rem', caretColor: 'var(--accent)' },
  '.cm-gutters': { backgroundColor: 'transparent', color: 'var(--text-faint)', border: 'none' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-activeLine, &.cm-focused .cm-activeLineGutter': {
    backgroundColor: 'color-mix(in oklab, var(--accent) 10%, transparent)',
  },
  '.cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': {
    backgroundColor: 'color-mix(in oklab, var(--accent) 24%, transparent)',
  },
  '.cm-cursor': { borderInlineStartColor: 'var(--accent)' },
  '.cm-tooltip': {
    backgroundColor: 'var(--raised)',
    border: '1px solid var(--line)',
    borderRadius: 'var(--radius-small)',
    color: 'var(--text)',
    boxShadow: 'var(--shadow-high)',
    fontFamily: 'var(--font)',
  },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--bad) 1px',
    textUnderlineOffset: '3px',
  },
  '.cm-lintRange-warning': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--warn) 1px',
    textUnderlineOffset: '3px',
  },
  '.cm-lint-marker': {
    inlineSize: '0.5rem',
    blockSize: '0.5rem',
    borderRadius: '99px',
    content: 'none',
    marginBlockStart: '0.38rem',
  },
  '.cm-foldGutter span': { cursor: 'pointer' },
  '.fold': {
    display: 'inline-block',
    inlineSize: '0.4rem',
    blockSize: '0.4rem',
    marginInline: '0.3rem',
    borderInlineEnd: '1.5px solid currentColor',
    borderBlockEnd: '1.5px solid currentColor',
    transform: 'translateY(-3px) rotate(45deg)',
  },
  '.fold.closed': { transform: 'rotate(-45deg)' },
  '.cm-lint-marker-error': { backgroundColor: 'var(--bad)', content: 'none' },
  '.cm-lint-marker-warning': { backgroundColor: 'var(--warn)', content: 'none' },
});

const persianPhrases = {
  'Control character': 'نویسهٔ کنترلی',
  'Fold line': 'بستن',
  'Unfold line': 'باز کردن',
  'folded code': 'بسته',
  Fold: 'بستن',
  Diagnostics: 'مشکل‌ها',
  'No diagnostics': 'مشکلی نیست',
  'Selection deleted': 'پاک شد',
};

/** Drawn, not written: a sign that no font of ours has would look different on every machine. */
function foldMark(isOpen: boolean): HTMLElement {
  const mark = document.createElement('span');
  mark.className = isOpen ? 'fold' : 'fold closed';
  return mark;
}

export interface YamlViewProps {
  readonly text: string;
  readonly label: string;
  readonly problems: readonly PlacedProblem[];
  /** The problem to go to; a new object goes there again. */
  readonly goTo: { readonly line: number; readonly column: number } | null;
  /** Without it the text can only be read. */
  readonly onChange?: (text: string) => void;
}

const offset = (text: Text, lineNumber: number, column: number): number => {
  const line = text.line(Math.min(Math.max(lineNumber, 1), text.lines));
  return Math.min(line.from + column - 1, line.to);
};

function diagnosticOf(text: Text, problem: PlacedProblem): Diagnostic {
  const from = offset(text, problem.line, problem.column);
  const to = problem.endColumn === undefined ? text.lineAt(from).to : offset(text, problem.line, problem.endColumn);
  return { from, to: Math.max(from, to), severity: problem.severity, message: problem.message, source: problem.code };
}

function extensions(label: string, onChange: YamlViewProps['onChange'], isPersian: boolean): Extension {
  const writing =
    onChange === undefined
      ? [EditorState.readOnly.of(true)]
      : [
          history(),
          indentOnInput(),
          keymap.of([...historyKeymap, indentWithTab]),
          EditorView.updateListener.of((update) => void (update.docChanged && onChange(update.state.doc.toString()))),
        ];
  return [
    lineNumbers(),
    lintGutter(),
    foldGutter({ markerDOM: foldMark }),
    drawSelection(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    yaml(),
    syntaxHighlighting(colours),
    theme,
    keymap.of(defaultKeymap),
    writing,
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({ 'aria-label': label, lang: 'en', tabindex: '0' }),
    isPersian ? EditorState.phrases.of(persianPhrases) : [],
  ];
}

/**
 * Text runs left to right, whatever the page does. The shadow root is for the CSP: in a document CodeMirror writes a
 * <style> element, which `style-src 'self'` refuses; in a shadow root it adopts a constructed style sheet, which no CSP concerns.
 */
export function YamlView({ text, label, problems, goTo, onChange }: YamlViewProps): ReactNode {
  const { language } = useTexts();
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const change = useRef(onChange);
  change.current = onChange;
  const isReadOnly = onChange === undefined;

  useEffect(() => {
    const root = host.current!.shadowRoot ?? host.current!.attachShadow({ mode: 'open' });
    const state = EditorState.create({
      doc: text,
      extensions: extensions(label, isReadOnly ? undefined : (next) => change.current?.(next), language === 'fa'),
    });
    const made = new EditorView({ state, parent: root, root });
    view.current = made;
    return () => made.destroy();
    // The text that comes later is the editor's own, by onChange.
  }, [label, isReadOnly, language]);

  useEffect(() => {
    const { current } = view;
    if (current)
      current.dispatch(
        setDiagnostics(
          current.state,
          problems.map((problem) => diagnosticOf(current.state.doc, problem)),
        ),
      );
  }, [problems]);

  useEffect(() => {
    const { current } = view;
    if (!current || !goTo) return;
    const at = offset(current.state.doc, goTo.line, goTo.column);
    current.dispatch({
      selection: EditorSelection.cursor(at),
      effects: EditorView.scrollIntoView(at, { y: 'center' }),
    });
    current.focus();
  }, [goTo]);

  return <div ref={host} dir="ltr" data-editor="" />;
}
