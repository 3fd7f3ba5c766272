/** Isolates the values of a manifest: the full stop of a Persian sentence stays at its end in a line of English. */
import { syntaxTree } from '@codemirror/language';
import { Prec, RangeSetBuilder, type Extension } from '@codemirror/state';
import { Decoration, EditorView, ViewPlugin, type DecorationSet, type ViewUpdate } from '@codemirror/view';

const RIGHT_TO_LEFT = /\p{Script=Arabic}/u;
const VALUES = new Set(['Literal', 'QuotedLiteral', 'BlockLiteralContent']);
const isolate = Decoration.mark({ tagName: 'bdi', bidiIsolate: null });

/** One range for each line of a value. */
function isolatesIn(view: EditorView): DecorationSet {
  const found = new RangeSetBuilder<Decoration>();
  const { doc } = view.state;
  for (const { from, to } of view.visibleRanges)
    syntaxTree(view.state).iterate({
      from,
      to,
      enter: ({ name, from: start, to: end }) => {
        if (!VALUES.has(name)) return;
        for (let at = Math.max(start, from); at < Math.min(end, to); at = doc.lineAt(at).to + 1) {
          const line = doc.lineAt(at);
          const text = doc.sliceString(at, Math.min(line.to, end));
          const begin = at + text.length - text.trimStart().length;
          if (RIGHT_TO_LEFT.test(text)) found.add(begin, at + text.length, isolate);
        }
      },
    });
  return found.finish();
}

const plugin = ViewPlugin.fromClass(
  class {
    isolates: DecorationSet;
    private tree;
    constructor(view: EditorView) {
      this.tree = syntaxTree(view.state);
      this.isolates = isolatesIn(view);
    }
    update({ docChanged, viewportChanged, state, view }: ViewUpdate): void {
      if (!docChanged && !viewportChanged && syntaxTree(state) === this.tree) return;
      this.tree = syntaxTree(state);
      this.isolates = isolatesIn(view);
    }
  },
  {
    // The editor draws the marks, and moves the cursor by them.
    provide: (one) => {
      const isolates = (view: EditorView): DecorationSet => view.plugin(one)?.isolates ?? Decoration.none;
      return Prec.lowest([EditorView.decorations.of(isolates), EditorView.bidiIsolatedRanges.of(isolates)]);
    },
  },
);

export const bidiIsolates: Extension = plugin;
