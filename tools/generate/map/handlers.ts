/** The entry points of the services: request handlers, reactions to facts, and background tasks. */
import ts from 'typescript';
import { contractNames, constantText, propertyOf, type Sources } from './program.js';
import { effectsOf, type Effects } from './effects.js';
import { appOf, type StreamDeclaration } from './streams.js';

interface Handler extends Effects {
  readonly app: string;
  readonly file: string;
  /** The names in the contracts, for example `catalogue` and `submitRelease`. */
  readonly group: string;
  readonly member: string;
}
export type RequestHandler = Handler;
export interface Reaction extends Handler {
  /** The name of the durable consumer, for example `on-review`. */
  readonly reaction: string;
}
/** A background task: a class that starts with the process. */
export interface BackgroundTask extends Effects {
  readonly app: string;
  readonly file: string;
  readonly name: string;
}
export interface Handlers {
  readonly requestHandlers: readonly RequestHandler[];
  readonly reactions: readonly Reaction[];
  readonly backgroundTasks: readonly BackgroundTask[];
}

const startMethods = ['onModuleInit', 'onApplicationBootstrap'];

/** Returns the entry points of all apps. */
export function handlersIn(sources: Sources, streams: ReadonlyMap<ts.Node, StreamDeclaration>): Handlers {
  const requestHandlers: RequestHandler[] = [];
  const reactions: Reaction[] = [];
  const backgroundTasks: BackgroundTask[] = [];
  const { checker, files, pathOf } = sources;
  for (const file of files) {
    const app = appOf(pathOf(file));
    if (app === null) continue;
    const location = { app, file: pathOf(file) };
    for (const { message, options, code } of handlerSourcesIn(file)) {
      const names = contractNames(checker, message);
      if (names === null) throw new Error(`${file.fileName}: ${message.getText()} is not in the contracts`);
      const [group, member] = names;
      const handler = { ...location, group, member, ...effectsOf([code], sources, streams) };
      const reaction = propertyOf(options, 'reaction');
      if (reaction === null) requestHandlers.push(handler);
      else reactions.push({ ...handler, reaction: constantText(checker, reaction) ?? '?' });
    }
    for (const node of file.statements.filter(ts.isClassDeclaration)) {
      const starts = node.members.filter(
        (member) => ts.isConstructorDeclaration(member) || startMethods.includes(member.name?.getText() ?? ''),
      );
      const effects = starts.some(ts.isMethodDeclaration) ? effectsOf(starts, sources, streams) : null;
      if (effects && effects.facts.length > 0)
        backgroundTasks.push({ ...location, name: node.name?.text ?? '', ...effects });
    }
  }
  return { requestHandlers, reactions, backgroundTasks };
}

/** The message that a handler answers, the options of a reaction, and the code that handles the message. */
export interface HandlerSource {
  readonly message: ts.Expression;
  readonly options: ts.Expression | undefined;
  readonly code: ts.Node;
}

/** Returns the handlers that a file declares. */
export function handlerSourcesIn(file: ts.SourceFile): readonly HandlerSource[] {
  return [...functionHandlers(file), ...classHandlers(file)];
}

/** Handlers of the form `export const FreezeWalletHandler = commandHandler(walletLedger.freeze, …)`. */
function functionHandlers(file: ts.SourceFile): HandlerSource[] {
  if (!file.fileName.endsWith('.handler.ts')) return [];
  const variables = file.statements.filter(ts.isVariableStatement);
  return variables.flatMap(({ declarationList }) =>
    declarationList.declarations.flatMap(({ initializer: call }): HandlerSource[] => {
      if (!call || !ts.isCallExpression(call) || !/Handler$/.test(call.expression.getText())) return [];
      const [message, options] = call.arguments;
      return message === undefined ? [] : [{ message, options, code: call }];
    }),
  );
}

/** Handlers that are classes with a decorated method: `@MessagePattern(walletLedger.freeze.subject)`. */
function classHandlers(file: ts.SourceFile): HandlerSource[] {
  const methods = file.statements
    .filter(ts.isClassDeclaration)
    .flatMap(({ members }) => members.filter(ts.isMethodDeclaration));
  return methods.flatMap((code) =>
    (ts.getDecorators(code) ?? []).flatMap(({ expression }): HandlerSource[] => {
      if (!ts.isCallExpression(expression) || !/^(Message|Event)Pattern$/.test(expression.expression.getText()))
        return [];
      const [subject, options] = expression.arguments;
      if (subject === undefined || !ts.isPropertyAccessExpression(subject))
        throw new Error(`${file.fileName}: ${expression.getText()} is not in the contracts`);
      return [{ message: subject.expression, options, code }];
    }),
  );
}
