import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Names of documents that are not in the repository. */
const PRIVATE_DOCUMENTS = /(?<!RFC \d+,? |\.md,? )§\s?\d|\(seed\b|\b[Ss]eed: |\bglossary\b/;
const DOCUMENT = /(?<![\w./-])docs\/[\w./-]*\w/g;

/** Reports a comment that refers to a document outside the repository or to a document that does not exist. */
export const knownReferences = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: {
      private: '"{{text}}" cites a document that is not in the repository. Cite docs/reference/… instead.',
      missing: '{{path}} does not exist.',
    },
  },
  create(context) {
    return {
      Program() {
        for (const comment of context.sourceCode.getAllComments()) {
          const cited = PRIVATE_DOCUMENTS.exec(comment.value);
          if (cited !== null)
            context.report({ loc: comment.loc, messageId: 'private', data: { text: cited[0].trim() } });
          for (const [path] of comment.value.matchAll(DOCUMENT))
            if (!existsSync(join(context.cwd, path)))
              context.report({ loc: comment.loc, messageId: 'missing', data: { path } });
        }
      },
    };
  },
};
