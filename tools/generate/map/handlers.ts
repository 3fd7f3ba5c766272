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
    for (const node of file.statements.filter(ts.isClassDeclaration)) {
      const location = { app, file: pathOf(file) };
      for (const method of node.members.filter(ts.isMethodDeclaration)) {
        const pattern = patternOf(checker, method);
        if (pattern === null) continue;
        const { decorator, options, ...names } = pattern;
        const handler = { ...location, ...names, ...effectsOf([method], sources, streams) };
        if (decorator === 'MessagePattern') requestHandlers.push(handler);
        else reactions.push({ ...handler, reaction: constantText(checker, propertyOf(options, 'reaction')) ?? '?' });
      }
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

function patternOf(checker: ts.TypeChecker, method: ts.MethodDeclaration) {
  for (const { expression } of ts.getDecorators(method) ?? []) {
    if (!ts.isCallExpression(expression) || !ts.isIdentifier(expression.expression)) continue;
    const decorator = expression.expression.text;
    if (decorator !== 'MessagePattern' && decorator !== 'EventPattern') continue;
    const [subject, options] = expression.arguments;
    const names = subject && ts.isPropertyAccessExpression(subject) ? contractNames(checker, subject.expression) : null;
    if (names === null)
      throw new Error(`${method.getSourceFile().fileName}: ${expression.getText()} is not in the contracts`);
    return { decorator, options, group: names[0], member: names[1] } as const;
  }
  return null;
}
