import { basename, dirname } from 'node:path';
import { TEST, withoutComments } from './code-text.mjs';

/** A handler is made by a function such as `commandHandler(…)`. */
const HANDLER = /(?:=|return) \w+Handler\(/g;

/** Patterns that the code of a file, without its comments, must match, by file suffix. */
const CONTENTS = {
  handler: [HANDLER, 'a handler answers a message: it calls a function such as commandHandler() or queryHandler()'],
  view: [
    /@(View)?Entity\b|EntitySchema|factView|\b(DataSource|EntityManager|Repository|QueryRunner)\b|createQueryBuilder/,
    'a view is a read model: it defines or queries an entity',
  ],
  public: [
    /\b(?:publicationOf|listChangesOf)\(/,
    'a `.public.ts` file translates facts: it calls publicationOf() or listChangesOf()',
  ],
  worker: [
    /\bonApplicationBootstrap\b|\bonModuleInit\b|\bsetInterval\(|\bsetTimeout\(|\bnew Signal\(/,
    'a worker runs in the background: it starts with the application, by a timer or by a signal',
  ],
  client: [
    /from '(undici|dockerode|[^']*\/kubernetes\/client\.mjs|node:(http|https|net|tls|dns|fs|child_process)[^']*|@nats-io\/[^']+|@aws-sdk\/[^']+|@kushk\/broker|jose|nodemailer|openid-client|[^']*\.client\.js)'|\bfetch\(/,
    'a client talks to something outside: it imports a protocol or another client',
  ],
  config: [/\bread(Config|Variable)\(|process\.env\b/, 'a `.config.ts` file reads configuration'],
  module: [/@Module\(|\bStoreDefinition\b/, 'a module is wiring: it has @Module or defines the store'],
  dto: [/from '(class-validator|@kushk\/edge)'/, 'a `.dto.ts` file describes and validates the body of a request'],
  generated: [/npm run generate/, 'a `.generated.ts` file is written by `npm run generate`'],
  spec: [TEST, 'a spec contains tests'],
  'int-spec': [TEST, 'a spec contains tests'],
  'e2e-spec': [TEST, 'a spec contains tests'],
};

/** Reports a file whose content does not match its suffix, and a handler outside its slice's folder. */
export const trueSuffixes = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: {
      untrue: 'The suffix .{{suffix}} does not fit: {{meaning}}.',
      folder: 'A slice is a folder: move this handler to {{name}}/{{name}}.handler.ts.',
      several: 'A handler answers one message. Move each of these {{count}} into its own folder.',
    },
  },
  create(context) {
    return {
      Program(node) {
        const [suffix] = basename(context.filename).split('.').slice(1, -1).slice(-1);
        const rule = CONTENTS[suffix];
        if (rule === undefined) return;
        const [content, meaning] = rule;
        const whole = context.sourceCode.text;
        // A generated file says so in a comment.
        const text = suffix === 'generated' ? whole : withoutComments(whole, context.sourceCode.getAllComments());
        const loc = { line: 1, column: 0 };
        if (text.search(content) === -1) context.report({ node, loc, messageId: 'untrue', data: { suffix, meaning } });
        const count = text.match(HANDLER)?.length ?? 0;
        const [name] = basename(context.filename).split('.');
        if (suffix === 'handler' && basename(dirname(context.filename)) !== name)
          context.report({ node, loc, messageId: 'folder', data: { name } });
        if (suffix === 'handler' && count > 1)
          context.report({ node, loc, messageId: 'several', data: { count: String(count) } });
      },
    };
  },
};
