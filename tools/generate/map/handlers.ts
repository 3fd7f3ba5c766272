/** The entry points of the services: request handlers, reactions to facts, and background tasks. */
import ts from 'typescript';
import { constantText, propertyOf, type Sources } from './program.js';
import { effectsOf, type Effects } from './effects.js';
import { messageHandlersIn } from './message-handlers.js';
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
  const { checker, files, pathOf } = sources;
  const requestHandlers: RequestHandler[] = [];
  const reactions: Reaction[] = [];
  const backgroundTasks: BackgroundTask[] = [];
  for (const { kind, options, code, ...location } of messageHandlersIn(sources)) {
    const handler = { ...location, ...effectsOf([code], sources, streams) };
    if (kind === 'request') requestHandlers.push(handler);
    else reactions.push({ ...handler, reaction: constantText(checker, propertyOf(options, 'reaction')) ?? '?' });
  }
  for (const file of files) {
    const app = appOf(pathOf(file));
    if (app === null) continue;
    for (const node of file.statements.filter(ts.isClassDeclaration)) {
      const starts = node.members.filter(
        (member) => ts.isConstructorDeclaration(member) || startMethods.includes(member.name?.getText() ?? ''),
      );
      const effects = starts.some(ts.isMethodDeclaration) ? effectsOf(starts, sources, streams) : null;
      if (effects && effects.facts.length > 0)
        backgroundTasks.push({ app, file: pathOf(file), name: node.name?.text ?? '', ...effects });
    }
  }
  return { requestHandlers, reactions, backgroundTasks };
}
