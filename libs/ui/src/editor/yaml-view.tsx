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
import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import { useTexts } from '../language.js';
import { bidiIsolates } from './bidi-isolates.js';
import { editorTheme } from './editor-theme.js';
import type { PlacedProblem } from './problem.js';

const colours = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--accent)' },
  { tag: [tags.string, tags.content], color: 'var(--text)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--violet)' },
  { tag: [tags.comment, tags.lineComment], color: 'var(--text-faint)', fontStyle: 'italic' },
  {
    tag: [tags.punctuation, tags.separator, tags.bracket, tags.squareBracket, tags.brace],
    color: 'var(--text-faint)',
  },
  { tag: [tags.meta, tags.labelName, tags.typeName], color: 'var(--info)' },
]);

/** CodeMirror's own texts, which screen readers read. */
const persianPhrases = {
  'Control character': 'نویسهٔ کنترلی',
  'Fold line': 'بستن',
  'Unfold line': 'باز کردن',
  'folded code': 'بسته',
  unfold: 'باز کردن',
  Diagnostics: 'مشکل‌ها',
  'No diagnostics': 'مشکلی نیست',
  'Selection deleted': 'پاک شد',
};

/** A drawn mark, because a character that our fonts do not have looks different on every machine. */
function foldMark(isOpen: boolean): HTMLElement {
  const mark = document.createElement('span');
  mark.className = isOpen ? 'fold' : 'fold closed';
  return mark;
}

export interface YamlViewProps {
  /** A writable editor takes it at the start and with every new `revision`, and reports changes by `onChange`. */
  readonly text: string;
  readonly revision?: number | undefined;
  readonly label: string;
  readonly problems: readonly PlacedProblem[];
  /** The place to scroll to and to put the cursor at; a new object scrolls there again. */
  readonly goTo: { readonly line: number; readonly column: number } | null;
  /** Without it the text can only be read. */
  readonly onChange?: ((text: string) => void) | undefined;
  /** Takes a file that is dropped on the text. */
  readonly onDrop?: ((file: File) => void) | undefined;
  /** Gets the line of the cursor whenever it moves. */
  readonly onLine?: ((line: number) => void) | undefined;
}

function offsetAt(text: Text, lineNumber: number, column: number): number {
  const line = text.line(Math.min(Math.max(lineNumber, 1), text.lines));
  return Math.min(line.from + column - 1, line.to);
}

function diagnosticOf(text: Text, problem: PlacedProblem): Diagnostic {
  const from = offsetAt(text, problem.line, problem.column);
  const to = problem.endColumn === undefined ? text.lineAt(from).to : offsetAt(text, problem.line, problem.endColumn);
  return { from, to: Math.max(from, to), severity: problem.severity, message: problem.message };
}

/**
 * Replaces selected text with what is typed. Chromium's own way gives the new text the looks of the old one by a
 * `style` attribute, which the policy of the pages refuses and reports.
 */
function replaceSelection(event: InputEvent, view: EditorView): boolean {
  if (event.inputType !== 'insertText' || event.data === null || view.composing) return false;
  if (view.state.selection.ranges.every(({ empty }) => empty)) return false;
  view.dispatch(view.state.replaceSelection(event.data), { userEvent: 'input.type', scrollIntoView: true });
  event.preventDefault();
  return true;
}

interface Handlers {
  readonly onChange: ((text: string) => void) | null;
  readonly onDrop: (file: File) => boolean;
  readonly onLine: (line: number) => void;
}

function extensions(label: string, { onChange, onDrop, onLine }: Handlers, isPersian: boolean): Extension {
  const writing =
    onChange === null
      ? [EditorState.readOnly.of(true)]
      : [
          history(),
          indentOnInput(),
          // Escape, then Tab leaves the editor: CodeMirror provides this itself.
          keymap.of([...historyKeymap, indentWithTab]),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) onChange(update.state.doc.toString());
          }),
          EditorView.domEventHandlers({
            beforeinput: replaceSelection,
            drop: (event) => {
              const file = event.dataTransfer?.files[0];
              if (file === undefined || !onDrop(file)) return false;
              event.preventDefault();
              return true;
            },
          }),
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
    editorTheme,
    bidiIsolates,
    keymap.of(defaultKeymap),
    EditorView.updateListener.of(({ selectionSet, state }) => {
      if (selectionSet) onLine(state.doc.lineAt(state.selection.main.head).number);
    }),
    writing,
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({ 'aria-label': label, lang: 'en', tabindex: '0' }),
    isPersian ? EditorState.phrases.of(persianPhrases) : [],
  ];
}

/** Scrolls the text alone: the page would take the list of problems out of view. */
function showPlace(view: EditorView, { line, column }: NonNullable<YamlViewProps['goTo']>): void {
  const at = offsetAt(view.state.doc, line, column);
  view.dispatch({ selection: EditorSelection.cursor(at) });
  const { scrollDOM } = view;
  scrollDOM.scrollTop = view.lineBlockAt(at).top - scrollDOM.clientHeight / 2;
  view.dom.scrollIntoView({ block: 'nearest' });
  view.focus();
}

/**
 * Text runs left to right in either language. The shadow root is for the policy of the pages: in a document CodeMirror
 * writes a `<style>` element, which `style-src 'self'` refuses; in a shadow root it adopts a constructed style sheet.
 */
export function YamlView({
  text,
  revision = 0,
  label,
  problems,
  goTo,
  onChange,
  onDrop,
  onLine,
}: YamlViewProps): ReactNode {
  const { language } = useTexts();
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const isReadOnly = onChange === undefined;
  const latestText = useEffectEvent(() => text);
  const change = useEffectEvent((next: string) => onChange?.(next));
  const moveTo = useEffectEvent((line: number) => onLine?.(line));
  const drop = useEffectEvent((file: File) => {
    onDrop?.(file);
    return onDrop !== undefined;
  });

  useEffect(() => {
    const root = host.current!.shadowRoot ?? host.current!.attachShadow({ mode: 'open' });
    const handlers: Handlers = {
      onChange: isReadOnly ? null : (next) => change(next),
      onDrop: (file) => drop(file),
      onLine: (line) => moveTo(line),
    };
    const state = EditorState.create({
      doc: latestText(),
      extensions: extensions(label, handlers, language === 'fa'),
    });
    const created = new EditorView({ state, parent: root, root });
    view.current = created;
    // A font that comes late makes lines higher: the numbers beside them are placed again.
    const measure = (): void => created.requestMeasure();
    document.fonts.addEventListener('loadingdone', measure);
    return () => {
      document.fonts.removeEventListener('loadingdone', measure);
      created.destroy();
    };
  }, [label, isReadOnly, language]);

  // What the person typed since comes back as `text`, late, and must not replace what was typed after it.
  const replaced = isReadOnly ? text : null;
  useEffect(() => {
    const { current } = view;
    const next = latestText();
    if (current === null || current.state.doc.toString() === next) return;
    current.dispatch({ changes: { from: 0, to: current.state.doc.length, insert: next } });
  }, [revision, replaced]);

  useEffect(() => {
    const { current } = view;
    if (current === null) return;
    const { state } = current;
    current.dispatch(
      setDiagnostics(
        state,
        problems.map((problem) => diagnosticOf(state.doc, problem)),
      ),
    );
  }, [problems]);

  useEffect(() => {
    if (view.current !== null && goTo !== null) showPlace(view.current, goTo);
  }, [goTo]);

  return <div ref={host} dir="ltr" data-editor="" />;
}
