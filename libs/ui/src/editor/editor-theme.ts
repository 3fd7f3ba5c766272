import { EditorView } from '@codemirror/view';

/** The look of the editor, in the tokens of the pages. */
export const editorTheme = EditorView.theme({
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
  // A comment is no problem: a bar beside its line, and no underline.
  '.cm-lintRange-info': { backgroundImage: 'none' },
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
  // The underline is drawn under the text; a problem in an empty place has a mark in the gutter alone.
  '.cm-lintPoint:after': { display: 'none' },
  '.cm-lint-marker-error': { backgroundColor: 'var(--bad)', content: 'none' },
  '.cm-lint-marker-info': {
    backgroundColor: 'var(--info)',
    content: 'none',
    borderRadius: '2px',
    inlineSize: '0.6rem',
  },
  '.cm-lint-marker-warning': { backgroundColor: 'var(--warn)', content: 'none' },
});
